// Files that someone hands over, and reading them with the place of every fault. Internal to import/.
#pragma once

#include "project/document/json.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace headroom::import {

inline constexpr double kibibyte = 1024, gibibyte = 1073741824;

/// Faults of files, each a sentence that begins with the file and the place in it.
class Faults
{
public:
    void add(const std::string& file, const std::string& place, const std::string& sentence);
    /// The first of them; the last sentence counts the others.
    std::vector<std::string> sentences() const;
    bool empty() const { return count_ == 0; }

private:
    std::vector<std::string> first_;
    std::size_t count_ = 0;
};

/// A value of a file with its place. What is missing reads as empty; what is of another type is a fault as well.
class Value
{
public:
    Value(const project::Json* value, const std::string& file, std::string pointer, Faults& faults)
        : value_(value), file_(&file), pointer_(std::move(pointer)), faults_(&faults)
    {
    }

    bool isThere() const { return value_ && !value_->is_null(); }
    bool isArray() const { return value_ && value_->is_array(); }
    bool isObject() const { return value_ && value_->is_object(); }
    Value operator[](const char* key) const;
    Value operator[](const std::string& key) const { return (*this)[key.c_str()]; }
    /// The elements of an array; of an object, the values of its keys.
    std::vector<Value> elements() const;
    std::vector<std::string> keys() const;
    /// Text, or a number or a truth value as text.
    std::string text() const;
    /// A number, or a text that is one; not negative.
    std::optional<double> number() const;
    double numberOr(double otherwise) const { return number().value_or(otherwise); }
    /// true, or "1", or 1.
    bool truth() const;

    const std::string& pointer() const { return pointer_; }
    const std::string& file() const { return *file_; }
    void fault(const std::string& sentence) const { faults_->add(*file_, pointer_, sentence); }
    Faults& faults() const { return *faults_; }
    const project::Json* json() const { return value_; }

private:
    const project::Json* value_;
    const std::string* file_;
    std::string pointer_;
    Faults* faults_;
};

/// The number with a suffix that names a power of 1024, as "3.6T", or of 1000 with a unit of its own, as "25Gbit/s".
/// Nothing if it is none.
std::optional<double> sizeIn(const std::string& text);

/// "1 node", "2 nodes".
std::string numbered(std::size_t count, const std::string& word);
std::string lowered(std::string text);
/// The words of a text between blanks and tabulators.
std::vector<std::string> wordsOf(const std::string& text);
std::vector<std::string> linesOf(const std::string& text);

} // namespace headroom::import
