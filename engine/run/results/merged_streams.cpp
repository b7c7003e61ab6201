#include "run/results/merged_streams.h"

#include <vector>

namespace headroom::run {

namespace {

constexpr std::size_t mostNamed = 3;

std::string nameOf(const Model& model, std::uint32_t block)
{
    const behaviour::BlockName& name = model.software.blocks[block];
    return name.diagram + ' ' + name.block;
}

std::string someOf(const std::vector<std::string>& names)
{
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < mostNamed; ++i)
        text += (i > 0 ? ", " : "") + names[i];
    return names.size() > mostNamed ? text + " and " + std::to_string(names.size() - mostNamed) + " more" : text;
}

/// False only if it is certain that every stream of the transfer has too few chunks to be merged.
bool mayMerge(const behaviour::TransferStep& step, double streamChunks)
{
    if (step.receive || step.insideChunk || step.forEachChunk)
        return false;
    return !step.chunk.isConstant() || step.bytes.upperBound() > streamChunks * step.chunk.value();
}

} // namespace

void checkMergedStreams(const Model& model, double streamChunks, project::Findings& findings)
{
    if (streamChunks == 0)
        return;
    std::vector<std::string> places;
    for (const behaviour::Program& program : model.software.operations)
        for (const behaviour::Instruction& code : program.code)
            if (code.code == behaviour::Code::transfer && mayMerge(program.transfers[code.detail], streamChunks))
                places.push_back(nameOf(model, code.monitor));
    if (places.empty())
        return;
    const std::string chunks = std::to_string(project::wholeNumber(streamChunks));
    findings.push_back(
        {project::Severity::warning, "run.merged-chunks", "/run/stream_chunks", "run",
         "A stream of more than " + chunks + " chunks is moved in " + chunks +
             " larger pieces, unless its window may limit it: the results depend on this number (transfers: " +
             someOf(places) + ").",
         "\"headroom-engine levels --streams\" shows how much; without stream_chunks each chunk is moved "
         "by itself."});
}

std::string mergedStreamsIn(const Model& model)
{
    std::vector<std::string> places;
    for (const std::uint32_t block : model.interpreter->mergedStreams())
        places.push_back(nameOf(model, block));
    if (places.empty())
        return {};
    return "Streams were moved in larger pieces than the chunks of their software (stream_chunks of the run): the "
           "results depend on that number; \"headroom-engine levels --streams\" shows how much. Transfers: " +
           someOf(places) + ".";
}

} // namespace headroom::run
