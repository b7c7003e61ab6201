// Work: what uses a node's devices.
#include "project/vocabulary/declaring.h"

namespace headroom::project {

std::vector<BlockType> workBlocks()
{
    using enum FieldType;
    std::vector<BlockType> types;
    types.push_back({"compute",
                     "Compute",
                     "Work",
                     "cpu",
                     "Processor work of the node it runs on.",
                     {in},
                     {next},
                     {required(seconds("work", "Work", nullptr, "Time on one thread of the reference processor.",
                                       "3 ms + 0.6 ns * size")),
                      distribution(),
                      [] {
                          auto f =
                              field("reference", "Reference processor", component, "Intel_Xeon_Processor_E5_2695_v3",
                                    "The processor the work is stated for; others take longer or shorter by the "
                                    "ratio of single-thread speed.");
                          f.kinds = {"processor"};
                          return f;
                      }()},
                     "work"});
    types.push_back(
        {"read",
         "Read",
         "Work",
         "document-open",
         "Reads from a volume; holds the worker until it is there.",
         {in},
         {next},
         {volumeField(), required(bytes("bytes", "Bytes", nullptr, "How much is read.")), keyField(), deviceField(),
          bytes("offset", "Offset", 0, "Where in the file the range begins.", "0"), patternField(), throughField(),
          field("keep", "Keep in cache", flag, true, "Whether the pages stay in the page cache afterwards.")},
         "volume"});
    types.push_back(
        {"write",
         "Write",
         "Work",
         "document-save",
         "Writes to a volume; holds the worker until it is taken.",
         {in},
         {next},
         {volumeField(), required(bytes("bytes", "Bytes", nullptr, "How much is written.")), keyField(), deviceField(),
          bytes("offset", "Offset", 0, "Where in the file the range begins.", "0"), patternField(), throughField()},
         "volume"});
    types.push_back(
        {"flush",
         "Flush",
         "Work",
         "document-save-all",
         "fsync: writes what is dirty of the file, commits the journal, and with barriers on waits until the "
         "device has it on stable media.",
         {in},
         {next},
         {volumeField(), keyField(), deviceField(),
          bytes("journal", "Journal commit", "4 KiB", "What the file system's journal writes for it.", "4 KiB"),
          field("drop", "Drop pages", flag, false, "Whether the file's pages leave the page cache afterwards.")},
         "volume"});
    return types;
}

} // namespace headroom::project
