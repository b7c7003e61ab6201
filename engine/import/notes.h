// The notes about a conversion: each thing once, whatever number of jobs it holds for, the worst first.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace headroom::import {

/// Severity of what the project does not contain, worst first.
enum class Loss
{
    replaced, ///< a part of the load is missing or another one
    changes,  ///< it changes the load
    slight    ///< it may change a little
};

/// Gathers sentences for Imported: what is assumed, and what is left out.
class Notes
{
public:
    /// `who` is the part of the file, as "Job a"; the same text about several of them becomes one sentence.
    void assume(const std::string& who, const std::string& text) { add(assumptions_, {Loss::changes, text, {}}, who); }
    void leave(Loss loss, const std::string& who, const std::string& text) { add(left_, {loss, text, {}}, who); }
    /// An option that is written in the file and does not change the load: it is counted only.
    void harmless(const std::string& option);

    std::vector<std::string> assumptions() const;
    /// Worst first; the last sentence counts the harmless options.
    std::vector<std::string> left() const;

private:
    struct Note
    {
        Loss loss;
        std::string text;
        std::vector<std::string> who;
    };
    static void add(std::vector<Note>& notes, Note note, const std::string& who);
    static std::string sentence(const Note& note);

    std::vector<Note> assumptions_, left_;
    std::vector<std::string> harmless_;
};

} // namespace headroom::import
