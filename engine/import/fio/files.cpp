#include "import/fio/files.h"

#include <cctype>

namespace headroom::import::fio {

bool Files::isDevice(const std::string& path)
{
    // Drives of Windows are called \\.\PhysicalDrive1.
    return (path.starts_with("/dev/") && !path.starts_with("/dev/shm/")) || path.starts_with("\\\\.\\");
}

std::string Files::wholeDevice(const std::string& path)
{
    std::string whole = path;
    while (!whole.empty() && std::isdigit(static_cast<unsigned char>(whole.back())))
        whole.pop_back();
    if (whole.size() == path.size() || whole.size() < 2)
        return path;
    const std::string name = path.substr(5);
    // nvme0n1p2, mmcblk0p1: a p between two numbers.
    if (whole.back() == 'p' && std::isdigit(static_cast<unsigned char>(whole[whole.size() - 2])))
        return whole.substr(0, whole.size() - 1);
    for (const char* kind : {"sd", "hd", "vd", "xvd"})
        if (name.starts_with(kind))
            return whole;
    return path;
}

} // namespace headroom::import::fio
