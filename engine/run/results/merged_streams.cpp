#include "run/results/merged_streams.h"

#include <vector>

namespace headroom::run {

namespace {

constexpr std::size_t mostNamed = 3;

bool atMessageLevel(const Model& model)
{
    return model.topology->detail() == topology::NetworkDetail::message;
}

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
    if (!atMessageLevel(model))
        return;
    std::vector<std::string> places;
    for (const behaviour::Program& program : model.software.operations)
        for (const behaviour::Instruction& code : program.code)
            if (code.code == behaviour::Code::transfer && mayMerge(program.transfers[code.detail], streamChunks))
                places.push_back(nameOf(model, code.monitor));
    if (places.empty())
        return;
    const std::string chunks = std::to_string(project::wholeNumber(streamChunks));
    findings.push_back({project::Severity::warning, "run.merged-chunks", "/run/stream_chunks", "run",
                        "The network is at message level, where pieces of streams take turns at each link, and a "
                        "stream of more than " +
                            chunks + " chunks is moved in " + chunks +
                            " larger pieces: the results depend on this number (transfers: " + someOf(places) + ").",
                        "Raise stream_chunks until the results no longer change, or let the fabric be at flow level."});
}

std::string mergedStreamsIn(const Model& model)
{
    std::vector<std::string> places;
    if (atMessageLevel(model))
        for (const std::uint32_t block : model.interpreter->mergedStreams())
            places.push_back(nameOf(model, block));
    if (places.empty())
        return {};
    return "The network is at message level, and streams were moved in larger pieces than the chunks of their "
           "software (stream_chunks of the run): the results depend on that number. Transfers: " +
           someOf(places) + ".";
}

} // namespace headroom::run
