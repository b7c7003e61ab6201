// A small storage cluster for the tests of the drawings: a proxy that writes three replicas, and a rack of nodes.
#pragma once

#include "project/document/document.h"
#include "project/file/json_writer.h"
#include "project/project_file.h"
#include "widgets/document/model/document_model.h"

namespace headroom::widgets::sample {

using project::Json;

inline std::string textOf(const DocumentModel& model)
{
    return project::toJson(model.project()).dump();
}

inline const char* const putPath = "proxy-server/PUT/full";

inline project::Block block(const char* id, const char* type, Json fields = Json::object(), const char* name = "")
{
    return {id, type, name, std::move(fields), {}};
}

inline project::Wire wire(const char* from, const char* fromPort, const char* to, const char* toPort = "in")
{
    return {from, fromPort, to, toPort, Json::object()};
}

inline project::Diagram putDiagram()
{
    project::Diagram diagram;
    diagram.id = "full";
    diagram.blocks = {
        block("start", "start"),
        block("parse", "compute", {{"work", "0.2 ms"}}, "Parse request"),
        block("replicas", "for each", {{"over", "ring"}, {"ring", "objects"}, {"take", 3}}),
        block("call", "call", {{"role", "object-server"}, {"operation", "PUT"}, {"selector", "at device"}}),
        block("stream", "transfer", {{"over", "call"}, {"bytes", "size"}, {"chunk", "64 KiB"}}),
        block("md5", "compute", {{"work", "2.5 ns * chunk_bytes"}}, "MD5"),
        block("join", "join", {{"of", "replicas"}, {"mode", "k"}, {"k", 2}, {"grace", "500 ms"}}),
        block("reply", "reply", {{"bytes", "200 B"}}, "201 Created"),
        block("error", "reply", {{"status", "error"}}, "503"),
    };
    diagram.wires = {wire("start", "next", "parse"),   wire("parse", "next", "replicas"),
                     wire("replicas", "each", "call"), wire("call", "reply", "join"),
                     wire("call", "opened", "stream"), wire("stream", "chunk", "md5"),
                     wire("join", "next", "reply"),    wire("join", "failed", "error")};
    return diagram;
}

inline project::NodeGroup group(const char* id, int count, const char* processor, const char* role)
{
    project::NodeGroup group;
    group.id = id;
    group.fields = {{"count", count}, {"processor", processor}, {"sockets", 2}, {"memory", "128 GiB"}};
    group.roles = {role};
    return group;
}

inline project::Topology rack()
{
    project::Topology topology;
    topology.groups = {group("clients", 2, "Xeon E5-2695 v3", "client"),
                       group("proxies", 2, "Xeon E5-2695 v3", "proxy-server"),
                       group("storage", 4, "Xeon E5-2695 v3", "object-server")};
    project::NodeGroup& storage = topology.groups.back();
    storage.roles.push_back("container-server");
    storage.devices = {{"os", {{"component", "SSD DC S3500 80 GB"}}},
                       {"data", {{"component", "SSD DC S3700"}, {"count", 14}}}};
    storage.volumes = {{"objects", "data", Json::object()}};
    project::Fabric fabric;
    fabric.id = "rack";
    fabric.fields = {{"nic", "XXV710"}};
    fabric.switches = {{"tor", "Rack switch", {{"component", "25 Gb/s switch"}}}};
    fabric.links = {{"l1", "clients", "tor", {{"rate", "25 Gb/s"}}},
                    {"l2", "proxies", "tor", {{"rate", "25 Gb/s"}, {"count", 2}}},
                    {"l3", "storage", "tor", {{"rate", "25 Gb/s"}}}};
    topology.fabrics = {fabric};
    return topology;
}

/// With `fromLibrary` the role stands in a library, so that editing it must make the project's own copy.
inline project::Project cluster(bool fromLibrary = false)
{
    project::Project project;
    project.name = "sample";
    project::Parameter workers;
    workers.name = "WORKERS";
    workers.type = project::ParameterType::integer;
    workers.value = 64;
    project.parameters = {workers};
    project::Behaviour proxy;
    proxy.role.id = "proxy-server";
    project::Operation put;
    put.id = "PUT";
    put.arguments = {{"key", "key", {}}, {"size", "bytes", {}}};
    put.diagrams = {putDiagram()};
    proxy.role.operations = {put};
    if (fromLibrary)
        proxy.reference = project::LibraryReference{"swift", "proxy-server", "0123"};
    project.behaviours = {proxy};
    project.topology = rack();
    return project;
}

} // namespace headroom::widgets::sample
