#include "project/library/price_list.h"

#include "csv/csv.h"
#include "csv/numbers.h"
#include "project/expression/quantity.h"
#include "project/library/components.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <optional>
#include <stdexcept>

namespace headroom::project {

namespace {

constexpr const char* perGigabyte = " (GB)"; ///< behind a part in a bill: memory that is sold by the gigabyte

/// The columns of a list, by what stands in its first line.
struct Columns
{
    std::size_t part = 0, price = 1;
    std::optional<std::size_t> date, source;
    bool named = false; ///< the first line names them
    std::size_t count = 0;
};

Columns columnsOf(const csv::Reader& line)
{
    Columns columns;
    columns.count = line.size();
    std::optional<std::size_t> part, price;
    for (std::size_t i = 0; i < line.size(); ++i) {
        std::string name(line[i]);
        std::transform(name.begin(), name.end(), name.begin(),
                       [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
        if (name == "part" || name == "component")
            part = i;
        else if (name == "usd_each" || (!price && (name == "usd" || name == "price")))
            price = i;
        else if (name == "date")
            columns.date = i;
        else if (name == "source")
            columns.source = i;
    }
    columns.named = part && price;
    if (columns.named) {
        columns.part = *part;
        columns.price = *price;
    } else {
        columns.date = columns.source = std::nullopt;
    }
    return columns;
}

/// In USD. An amount that says so is in USD, whatever the currency of the list.
double usdIn(const std::string& text, char separator, const std::string& at, const PriceListTerms& terms)
{
    const bool dollars = text.starts_with('$');
    std::string amount = dollars ? text.substr(1) : text;
    amount.erase(0, amount.find_first_not_of(' '));
    const bool share = amount.ends_with('%');
    if (const auto number = csv::numberIn(amount, separator); number && *number >= 0 && !share)
        return dollars ? *number : *number * terms.usdForOne;
    const auto price = share ? std::nullopt : parseQuantity(text);
    if (!price || !(price->value >= 0) || !std::isfinite(price->value) ||
        (!price->unit.empty() && price->unit != "USD"))
        throw std::runtime_error(
            at + "\"" + text + "\" is not a price: write a number, in USD or in one other currency for the whole list");
    return price->unit.empty() ? price->value * terms.usdForOne : price->value;
}

/// True for a first line of headings that are not known, as a distributor's "Article;Unit price EUR".
bool isStrangeHeading(const csv::Reader& line, const Columns& columns, const ComponentLibrary& components)
{
    if (columns.named || line.size() < 2 || components.find(std::string(line[columns.part])))
        return false;
    for (std::size_t cell = 0; cell < line.size(); ++cell)
        if (!line[cell].empty() && std::string_view("0123456789$").find(line[cell][0]) != std::string_view::npos)
            return false;
    return true;
}

PartPrice rowOf(const csv::Reader& line, const Columns& columns, const std::string& at,
                const ComponentLibrary& components, const PriceListTerms& terms)
{
    PartPrice price{std::string(line[columns.part]), Json::object()};
    price.fields["usd"] = usdIn(std::string(line[columns.price]), line.separator(), at, terms);
    if (price.id.ends_with(perGigabyte)) {
        price.id.resize(price.id.size() - std::string_view(perGigabyte).size());
        price.fields["per"] = "GB";
    }
    if (price.id == "memory" || price.id == "chassis")
        throw std::runtime_error(
            at + "\"" + price.id +
            "\" stands in a bill for parts that the project does not name, so that they cannot have "
            "a price. Choose a component for them in the node groups, or leave the price empty.");
    if (price.id.empty())
        throw std::runtime_error(at + "it has a price and no part");
    if (!components.find(price.id)) {
        const std::string nearest = components.nearest(price.id);
        throw std::runtime_error(
            at + "no library holds a component \"" + price.id + "\"." +
            (nearest.empty() ? " headroom-engine components lists them." : " Did you mean \"" + nearest + "\"?"));
    }
    const auto note = [&](const char* field, const std::optional<std::size_t>& column, const std::string& otherwise) {
        const std::string text = column && !line[*column].empty() ? std::string(line[*column]) : otherwise;
        if (!text.empty())
            price.fields[field] = text;
    };
    note("date", columns.date, terms.date);
    note("source", columns.source, terms.source);
    return price;
}

} // namespace

void takePrices(const std::vector<PartPrice>& prices, ComponentLibrary& components)
{
    for (const PartPrice& price : prices) {
        const auto textOf = [&](const char* field) {
            const auto found = price.fields.find(field);
            return found != price.fields.end() && found->is_string() ? found->get<std::string>() : std::string();
        };
        const auto usd = price.fields.find("usd");
        if (usd == price.fields.end() || !usd->is_number() || usd->get<double>() < 0)
            continue;
        std::string basis = "your price list";
        if (!textOf("date").empty())
            basis += ", " + textOf("date");
        components.setPrice(price.id, textOf("per") == "GB" ? "price_usd_per_GB" : "price_usd", usd->get<double>(),
                            basis);
    }
}

const Component* componentOfPart(const std::string& part, const ComponentLibrary& components)
{
    return components.find(
        part.ends_with(perGigabyte) ? part.substr(0, part.size() - std::string_view(perGigabyte).size()) : part);
}

std::string modelOfPart(const std::string& part, const ComponentLibrary& components)
{
    const Component* component = componentOfPart(part, components);
    return component ? component->model + (part.ends_with(perGigabyte) ? perGigabyte : "") : part;
}

std::vector<PartPrice> mergedPrices(std::vector<PartPrice> prices, const std::vector<PartPrice>& present)
{
    for (const PartPrice& price : present)
        if (std::none_of(prices.begin(), prices.end(), [&](const PartPrice& other) { return other.id == price.id; }))
            prices.push_back(price);
    return prices;
}

std::vector<PartPrice> readPriceList(const std::filesystem::path& path, const ComponentLibrary& components,
                                     const PriceListTerms& terms)
{
    std::error_code ignored;
    std::ifstream file(path);
    if (!file || !std::filesystem::is_regular_file(path, ignored)) // of a folder there would be no lines
        throw std::runtime_error(path.string() + " cannot be read: there is no such file");
    std::vector<PartPrice> prices;
    try {
        csv::Reader line(file);
        std::optional<Columns> columns;
        while (line.next()) {
            const std::string at = path.string() + ", line " + std::to_string(line.line()) + ": ";
            if (!columns) {
                columns = columnsOf(line);
                if (columns->named)
                    continue;
                if (isStrangeHeading(line, *columns, components))
                    throw std::runtime_error(at + "none of these headings is known. Call the column of the components' "
                                                  "ids part and that of the price of one price; date and source may "
                                                  "stand beside them.");
            }
            if (line.size() <= std::max(columns->part, columns->price))
                throw std::runtime_error(at + "write a part and its price, with a comma between");
            if (line.size() > columns->count)
                throw std::runtime_error(at +
                                         "it has more cells than the first line: put a price with a comma in quotation "
                                         "marks, or write it without");
            if (columns->named && line[columns->part].empty() && line[columns->price].empty())
                continue;
            if (columns->named && line[columns->price].empty()) // a bill has parts without a price
                continue;
            PartPrice price = rowOf(line, *columns, at, components, terms);
            // A bill names a part for each node group that has it.
            const auto same = std::ranges::find(prices, price.id, &PartPrice::id);
            if (same != prices.end() && same->fields["usd"] != price.fields["usd"])
                throw std::runtime_error(at + "\"" + price.id + "\" has another price further up, " +
                                         same->fields["usd"].dump() + " USD. Leave one of the two.");
            std::erase_if(prices, [&](const PartPrice& other) { return other.id == price.id; });
            prices.push_back(std::move(price));
        }
    } catch (const csv::LineTooLong& fault) {
        throw std::runtime_error(path.string() + ", " + fault.what());
    }
    return prices;
}

} // namespace headroom::project
