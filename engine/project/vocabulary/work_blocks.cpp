// Work: blocks that use a node's devices.
#include "project/vocabulary/component_kinds.h"
#include "project/vocabulary/declaring.h"

namespace headroom::project {

namespace {

const PortDeclaration storageError{"error", "error",
                                   "the device has failed; without a wire the path ends there, and the request fails "
                                   "if nothing else answers it",
                                   false};

FieldDeclaration waitsField()
{
    return field("waits", "Waits", FieldType::choice, "worker",
                 "Worker: it is held until the block is done. Aside: a helper thread of the worker does it, and "
                 "the worker serves others meanwhile.")
        .oneOf({"worker", "aside"});
}

/// The pattern of a write: attributes that fit into the inode have no place of their own.
FieldDeclaration writePattern()
{
    FieldDeclaration f = patternField();
    f.meaning += " With the inode: small attributes that the file system's log takes with the inode; the next commit "
                 "writes them.";
    f.choices.push_back("with the inode");
    return f;
}

} // namespace

std::vector<BlockType> workBlocks()
{
    using enum FieldType;
    std::vector<BlockType> types;
    types.push_back(
        blockType("compute", "Compute", "processor", "Processor work of the node it runs on.", {in}, {next},
                  {seconds("work", "Work", nullptr,
                           "Time on one thread of the reference processor. A table needs none.", "3 ms + 0.6 ns * size")
                       .unlessTable(),
                   workDistribution(), variation(), tableField(),
                   [] {
                       FieldDeclaration f =
                           field("reference", "Reference processor", component, "Intel_Xeon_Processor_E5_2695_v3",
                                 "The processor the work is stated for; others take longer or shorter by the ratio of "
                                 "single-thread speed. Without one it is that of the role (workers), if it names one.");
                       f.kinds = kindsOf(ComponentKind::Part::processor);
                       return f;
                   }(),
                   bytes("memory_traffic", "Memory traffic", nullptr,
                         "Bytes that the work moves between its core and memory, past the caches. Where the node's "
                         "memory, shared by all that use it, takes longer for them than the core for the work, the "
                         "work takes that long; one thread moves at most twice its copy rate. Empty: none.",
                         "2 * size"),
                   seconds("work_without_aes", "Work without AES", nullptr,
                           "The work on a node whose processor has no instructions for AES, on the same reference "
                           "processor. Empty: the same.",
                           "3 ms + 6 ns * size")},
                  "work", {.computes = true, .onlyReads = true, .pathAlone = true}));
    types.push_back(blockType(
        "read", "Read", "document-open",
        "Reads from a volume; the worker waits until the data is there, unless it waits aside.", {in},
        {next, storageError},
        with(with({volumeField(), bytes("bytes", "Bytes", nullptr, "Bytes that are read.").required(), keyField(),
                   deviceField(), deviceVolumeField()},
                  deviceChoice()),
             {bytes("offset", "Offset", 0, "Where in the file the range begins.", "0"), patternField(), throughField(),
              field("keep", "Keep in cache", flag, true,
                    "The pages stay in the page cache afterwards; false drops those that were read.")
                  .perRequest(),
              waitsField()}),
        "volume", {.computes = true, .stores = true, .pathAlone = true}, "bytes", ", "));
    types.push_back(
        blockType("write", "Write", "document-save",
                  "Writes to a volume; the worker waits until the write is accepted, unless it waits aside.", {in},
                  {next, storageError},
                  with(with({volumeField(), bytes("bytes", "Bytes", nullptr, "Bytes that are written.").required(),
                             keyField(), deviceField(), deviceVolumeField()},
                            deviceChoice()),
                       {bytes("offset", "Offset", 0, "Where in the file the range begins.", "0"), writePattern(),
                        throughField(), waitsField()}),
                  "volume", {.computes = true, .stores = true, .pathAlone = true}, "bytes", ", "));
    types.push_back(blockType(
        "flush", "Flush", "document-save-all",
        "fsync: writes what is dirty of the file, commits the journal, and with barriers on waits until the device has "
        "it on stable media. Flushes that wait for a commit under way share the next one.",
        {in}, {next, storageError},
        {volumeField(), keyField(), deviceField(), deviceVolumeField(),
         bytes("journal", "Journal commit", "4 KiB", "Bytes that the file system's journal writes for it.", "4 KiB"),
         field("drop", "Drop pages", flag, false, "The file's pages leave the page cache afterwards.").perRequest(),
         field("of", "Of", choice, "file",
               "File: the file of the key is flushed. Volume: all that is dirty on the volume's devices (syncfs).")
             .oneOf({"file", "volume"}),
         waitsField()},
        "volume", {.computes = true, .stores = true, .pathAlone = true}));
    types.push_back(blockType(
        "black box", "Black box", "box",
        "A black box: a stage known only by its service time and by how many it serves at once; the worker is free "
        "meanwhile.",
        {in}, {next},
        {seconds("time", "Service time", nullptr, "Mean time in service, waiting left out. A table needs none.", "8 ms")
             .unlessTable(),
         distribution(), variation(), tableField(),
         field("concurrency", "At once", integer, 1, "Number of requests that each station serves at a time.")
             .atLeast(1),
         field("stations", "Stations", integer, 1,
               "Alike stations of the stage, each with a queue of its own, such as the disks of a node.")
             .atLeast(1),
         field("choose", "Which station", choice, "random", "Choice of the station for a request.")
             .oneOf({"random", "by key", "shortest queue"}),
         keyField(),
         field("owner", "Owner", choice, "node",
               "Node: each node has the stage for itself. Cluster: all nodes share it.")
             .oneOf({"node", "cluster"})},
        "time", {.onlyReads = true, .pathAlone = true}));
    types.push_back(blockType(
        "copy", "Copy", "edit-copy",
        "Copies in memory: as fast as one thread copies, or as the node's memory bandwidth allows when many do.", {in},
        {next}, {bytes("bytes", "Bytes", nullptr, "Bytes that are copied; each is read and written.").required()},
        "bytes", {.computes = true}));
    types.push_back(blockType("allocate", "Allocate", "dialog-memory",
                              "Allocates memory of the node, which the page cache loses; what is not freed is released "
                              "when the operation ends.",
                              {in}, {next, {"full", "full", "there is not enough", false}},
                              {bytes("bytes", "Bytes", nullptr, "Bytes to allocate.").required(),
                               field("without_room", "Without room", choice, "waits",
                                     "Waits its turn, the worker free, or leaves by \"full\". What is more than the "
                                     "node has leaves by \"full\" in any case.")
                                   .oneOf({"waits", "leaves by full"})},
                              "bytes", {.waits = BlockTraits::Waits::forRelease}));
    types.push_back(blockType(
        "free", "Free", "edit-clear", "Releases memory.", {in}, {next},
        {bytes("bytes", "Bytes", nullptr, "Bytes to release. Empty: all that the operation holds.")}, "bytes"));
    declareApplying(types, "black box", {"key"}, {"choose", {"by key"}});
    return types;
}

} // namespace headroom::project
