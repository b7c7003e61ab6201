// Reads a request from standard input and prints the answer, both JSON.
#include "statistics/kriging.h"
#include "statistics/least_squares.h"
#include "statistics/regression.h"
#include "statistics/samples.h"
#include "statistics/sobol_indices.h"

#include <exception>
#include <functional>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>

namespace {

using nlohmann::json;

json answer(const json& request)
{
    static const std::map<std::string, std::function<json(const json&)>> answers = {
        {"krige", headroom::statistics::krige},
        {"least squares", headroom::statistics::leastSquares},
        {"regress", headroom::statistics::regress},
        {"sample", headroom::statistics::sample},
        {"sobol indices", headroom::statistics::sobolIndices},
    };
    const auto found = answers.find(request.at("do").get<std::string>());
    if (found == answers.end())
        throw std::runtime_error("there is no request " + request.at("do").dump());
    return found->second(request);
}

} // namespace

int main()
{
    try {
        json request;
        std::cin >> request;
        std::cout << answer(request) << '\n';
        return std::cout.flush() ? 0 : 1;
    } catch (const std::exception& error) {
        std::cout << json{{"fault", error.what()}} << '\n';
        return 1;
    }
}
