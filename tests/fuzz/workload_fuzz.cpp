// Reads workloads of other programs that are damaged or made up; HEADROOM_SEEDS names the format of those that it
// begins with.
#include "text_fuzz.h"

#include "import/import.h"

using namespace headroom;

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv)
{
    fuzz::seedFrom(*argc, *argv, "tests/data/imports/" HEADROOM_SEEDS);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const import::Surroundings around{
        {std::filesystem::path(HEADROOM_SOURCE_DIR) / "libraries"}, {{"PATTERN", "randread"}, {"BLOCK", "8k"}}, {}};
    try {
        import::importText(fuzz::textOf(data, size), "fuzz", around).tree.dump();
    } catch (const import::ImportError&) { // a sentence
    }
    return 0;
}
