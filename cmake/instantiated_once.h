// Instantiated by most files: compiled once, with the precompiled headers, where the compiler can do so.
#pragma once

#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <vector>

template class nlohmann::basic_json<>;
template class nlohmann::basic_json<nlohmann::ordered_map>;
template class std::basic_string<char>;
template class std::vector<std::string>;
template class std::vector<double>;
template class std::map<std::string, std::string>;
template class std::map<std::string, nlohmann::json>;
