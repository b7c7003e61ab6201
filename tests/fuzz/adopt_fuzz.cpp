// Files of clusters and machines that are damaged or made up, alone and beside a sound one.
#include "text_fuzz.h"

#include "import/adopt/adopt.h"
#include "project/library/components.h"

#include <string>
#include <vector>

using namespace headroom;

namespace {

const std::vector<std::filesystem::path>& libraries()
{
    static const std::vector<std::filesystem::path> folders = {std::filesystem::path(HEADROOM_SOURCE_DIR) /
                                                               "libraries"};
    return folders;
}

const project::ComponentLibrary& components()
{
    project::Findings findings;
    static const auto library = project::ComponentLibrary::load(libraries(), findings);
    return library;
}

void adopted(std::vector<import::GivenFile> files)
{
    try {
        import::adopt(std::move(files), "fuzz", libraries(), components());
    } catch (const import::AdoptError&) { // sentences
    }
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv)
{
    for (const char* folder : {"nautilus", "luminous", "quincy", "reef", "ring", "topics", "topics/kafka1",
                               "reef/reef0", "nautilus/ceph-1", "ring/store1"})
        fuzz::seedFrom(*argc, *argv, (std::string("tests/data/clusters/") + folder).c_str());
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text = fuzz::textOf(data, size);
    adopted({{"node1/file", text}});
    // A second file, so that what the first says is used.
    adopted({{"node1/file", text},
             {"tree.json", R"({"nodes":[{"id":-2,"name":"node1","type":"host","type_id":1,"children":[0]},
                               {"id":0,"name":"osd.0","type":"osd","type_id":0,"device_class":"hdd","crush_weight":7.2}]})"}});
    return 0;
}
