#include "project/file/json_parse.h"
#include "project/document/pointer.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace headroom::project {
namespace {

Finding fileFault(const char* key, std::string problem, std::string remedy)
{
    return {Severity::error, key, "", "", std::move(problem), std::move(remedy)};
}

/// Builds the tree from the parser's events, so that the limits are checked before anything is allocated.
class BoundedReader : public nlohmann::json_sax<Json>
{
public:
    BoundedReader(const std::string& text, Findings& findings) : text_(text), findings_(findings) {}

    Json takeTree() { return std::move(root_); }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(std::int64_t value) override { return add(value); }
    bool number_unsigned(std::uint64_t value) override { return add(value); }
    bool number_float(double value, const std::string&) override { return add(value); }
    bool string(std::string& value) override { return add(std::move(value)); }
    bool binary(Json::binary_t&) override { return false; }
    bool start_object(std::size_t) override
    {
        constexpr std::size_t usualKeys = 6;
        Json object = Json::object();
        object.get_ref<Json::object_t&>().reserve(usualKeys);
        return open(std::move(object));
    }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(std::string& value) override
    {
        Level& level = levels_.back();
        level.key = std::move(value);
        level.again = level.value->contains(level.key);
        if (level.again) {
            findings_.push_back({Severity::error, "json.duplicate-key", pointer() + below(level.key), "",
                                 "The key \"" + level.key + "\" is used twice in the same object.",
                                 "Remove one of the two."});
        }
        if (level.value->size() + (level.again ? 0 : 1) > mostKeys)
            return refuse("json.too-many", "An object has more than " + std::to_string(mostKeys) + " keys.");
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override
    {
        const std::size_t at = std::min(position > 0 ? position - 1 : 0, text_.size());
        const auto begin = text_.begin();
        const auto stop = begin + static_cast<std::ptrdiff_t>(at);
        const auto line = 1 + std::count(begin, stop, '\n');
        const std::size_t lineBreak = at == 0 ? std::string::npos : text_.rfind('\n', at - 1);
        const std::size_t column = lineBreak == std::string::npos ? at + 1 : at - lineBreak;
        findings_.push_back(fileFault("json.syntax",
                                      "The file is not valid JSON: the error is at line " + std::to_string(line) +
                                          ", column " + std::to_string(column) + ".",
                                      "Correct the text there, or take the last good copy of the file."));
        return false;
    }

private:
    struct Level
    {
        Json* value;
        std::string key;
        bool again = false; ///< the object has the key already
    };

    std::string pointer() const
    {
        std::string result;
        for (std::size_t i = 0; i + 1 < levels_.size(); ++i) {
            const Level& level = levels_[i];
            result += below(level.value->is_array() ? std::to_string(level.value->size() - 1) : level.key);
        }
        return result;
    }

    bool refuse(const char* key, std::string problem)
    {
        findings_.push_back(fileFault(key, std::move(problem), "Take another file; no project needs this."));
        return false;
    }

    Json* place(Json value)
    {
        if (levels_.empty()) {
            root_ = std::move(value);
            return &root_;
        }
        Level& level = levels_.back();
        if (level.value->is_array()) {
            level.value->push_back(std::move(value));
            return &level.value->back();
        }
        if (level.again)
            return &((*level.value)[level.key] = std::move(value));
        auto& members = level.value->get_ref<Json::object_t&>();
        if (members.size() == members.capacity())
            enlarge(members);
        return &members.emplace_back(level.key, std::move(value)).second;
    }

    /// Left to itself, a full object would copy its members, whose keys cannot be moved, with all that they hold.
    static void enlarge(Json::object_t& members)
    {
        Json::object_t larger;
        larger.reserve(2 * members.size() + 1);
        for (auto& [key, value] : members)
            larger.emplace_back(key, std::move(value));
        members = std::move(larger);
    }

    bool add(Json value)
    {
        if (++values_ > mostValues)
            return refuse("json.too-many", "The file holds more than " + std::to_string(mostValues) + " values.");
        place(std::move(value));
        return true;
    }

    bool open(Json value)
    {
        if (levels_.size() >= deepestNesting) {
            return refuse("json.too-deep",
                          "The file is nested more than " + std::to_string(deepestNesting) + " levels deep.");
        }
        if (++values_ > mostValues)
            return refuse("json.too-many", "The file holds more than " + std::to_string(mostValues) + " values.");
        // Pointers into the tree stay valid: only the innermost level grows.
        levels_.push_back({place(std::move(value)), {}, false});
        return true;
    }

    bool close()
    {
        levels_.pop_back();
        return true;
    }

    const std::string& text_;
    Findings& findings_;
    Json root_;
    std::vector<Level> levels_;
    std::size_t values_ = 0;
};

/// Stops the parser at a text of the outermost object.
class TextSeeker : public nlohmann::json_sax<Json>
{
public:
    explicit TextSeeker(std::string_view key) : wanted_(key) {}

    std::optional<std::string> take() { return std::move(found_); }

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(std::int64_t) override { return true; }
    bool number_unsigned(std::uint64_t) override { return true; }
    bool number_float(double, const std::string&) override { return true; }
    bool binary(Json::binary_t&) override { return false; }
    bool start_object(std::size_t) override { return ++depth_ <= deepestNesting; }
    bool start_array(std::size_t) override { return ++depth_ <= deepestNesting; }
    bool end_object() override { return --depth_ > 0; }
    bool end_array() override { return --depth_ > 0; }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

    bool key(std::string& value) override
    {
        atKey_ = depth_ == 1 && value == wanted_;
        return true;
    }
    bool string(std::string& value) override
    {
        if (atKey_ && depth_ == 1)
            found_ = std::move(value);
        return !found_;
    }

private:
    std::string_view wanted_;
    std::optional<std::string> found_;
    std::size_t depth_ = 0;
    bool atKey_ = false;
};

} // namespace

std::optional<Json> parseJson(const std::string& text, Findings& findings)
{
    if (text.size() > largestFile) {
        findings.push_back(fileFault("file.too-large", "The file is larger than 64 MiB.",
                                     "Take another file; no project is that large."));
        return std::nullopt;
    }
    BoundedReader reader(text, findings);
    if (!Json::sax_parse(text, &reader))
        return std::nullopt;
    return reader.takeTree();
}

std::optional<std::string> readText(const std::filesystem::path& path, Findings& findings)
{
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) {
        findings.push_back(fileFault("file.missing", "There is no file \"" + path.string() + "\".",
                                     "Check the path and the spelling."));
        return std::nullopt;
    }
    if (!std::filesystem::is_regular_file(status)) {
        findings.push_back(
            fileFault("file.unreadable", "\"" + path.string() + "\" is not a file.", "Name the file itself."));
        return std::nullopt;
    }
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (!error && size > largestFile) {
        findings.push_back(fileFault("file.too-large", "\"" + path.string() + "\" is larger than 64 MiB.",
                                     "Take another file; no project is that large."));
        return std::nullopt;
    }
    std::ifstream file(path, std::ios::binary);
    std::string text(error ? 0 : static_cast<std::size_t>(size), '\0');
    if (!file || !file.read(text.data(), static_cast<std::streamsize>(text.size()))) {
        findings.push_back(fileFault("file.unreadable",
                                     "\"" + path.string() + "\" cannot be read: " + std::strerror(errno) + ".",
                                     "Check the permissions of the file and its folders."));
        return std::nullopt;
    }
    return text;
}

std::string textAt(const Json& object, const char* key, const std::string& otherwise)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

std::optional<std::string> outermostText(const std::string& text, std::string_view key)
{
    TextSeeker seeker(key);
    Json::sax_parse(text, &seeker);
    return seeker.take();
}

std::vector<std::filesystem::path> jsonFilesIn(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        if (it->path().extension() == ".json")
            files.push_back(it->path());
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace headroom::project
