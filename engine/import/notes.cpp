#include "import/notes.h"

#include <algorithm>

namespace headroom::import {

namespace {

constexpr std::size_t mostNamed = 3;

} // namespace

void Notes::add(std::vector<Note>& notes, Note note, const std::string& who)
{
    const auto same = std::ranges::find_if(
        notes, [&](const Note& known) { return known.text == note.text && known.who.empty() == who.empty(); });
    Note& one = same == notes.end() ? notes.emplace_back(std::move(note)) : *same;
    one.loss = std::min(one.loss, note.loss);
    if (!who.empty() && std::ranges::find(one.who, who) == one.who.end())
        one.who.push_back(who);
}

void Notes::harmless(const std::string& option)
{
    if (std::ranges::find(harmless_, option) == harmless_.end())
        harmless_.push_back(option);
}

std::string Notes::sentence(const Note& note)
{
    std::string text;
    for (std::size_t n = 0; n < std::min(note.who.size(), mostNamed); ++n)
        text += (n == 0 ? "" : ", ") + note.who[n];
    if (note.who.size() > mostNamed)
        text += " and " + std::to_string(note.who.size() - mostNamed) + " more";
    return text + (text.empty() ? "" : ": ") + note.text;
}

std::vector<std::string> Notes::assumptions() const
{
    std::vector<std::string> sentences;
    for (const Note& note : assumptions_)
        sentences.push_back(sentence(note));
    return sentences;
}

std::vector<std::string> Notes::left() const
{
    std::vector<Note> sorted = left_;
    std::ranges::stable_sort(sorted, {}, &Note::loss);
    std::vector<std::string> sentences;
    for (const Note& note : sorted)
        sentences.push_back(sentence(note));
    if (!harmless_.empty())
        sentences.push_back(std::to_string(harmless_.size()) + (harmless_.size() == 1
                                                                    ? " option that does not change the load."
                                                                    : " options that do not change the load."));
    return sentences;
}

} // namespace headroom::import
