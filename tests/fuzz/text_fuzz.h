// Readers of texts under a fuzzer: whatever they are given, they end with a result or with a sentence.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace headroom::fuzz {

/// Writes the files of a folder of the tests' data into the corpus, which is the last argument that is a folder.
inline void seedFrom(int argc, char** argv, const char* folder)
{
    std::filesystem::path corpus;
    for (int i = 1; i < argc; ++i)
        if (std::filesystem::is_directory(argv[i]))
            corpus = argv[i];
    if (corpus.empty())
        return;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(HEADROOM_SOURCE_DIR) / folder))
        if (entry.is_regular_file())
            std::filesystem::copy_file(entry.path(), corpus / entry.path().filename(),
                                       std::filesystem::copy_options::overwrite_existing);
}

inline std::string textOf(const std::uint8_t* data, std::size_t size)
{
    return {reinterpret_cast<const char*>(data), size};
}

} // namespace headroom::fuzz
