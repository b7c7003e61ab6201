// Software that uses a volume of its node.
#pragma once

#include "../../tiny_project.h"

namespace headroom::test {

/// Clients with a device each that carries the volume "data"; "ask" goes through these blocks.
inline TinyProject stores(const std::string& blocks, const std::string& wires, bool barriers = true,
                          const std::vector<std::string>& arguments = {"key"})
{
    TinyProject tiny;
    tiny.devices("clients", 1, barriers);
    tiny.definition("client")["volumes"] = {"data"};
    tiny.operation("client", "ask", blocks + R"(, {"id": "answer", "type": "reply"})", wires, arguments);
    tiny.operation("server", "serve", R"({"id": "answer", "type": "reply"})", "start > answer");
    return tiny;
}

inline constexpr double copying = 1e6 / 5e9; ///< one megabyte through memory

} // namespace headroom::test
