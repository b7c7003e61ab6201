#include "project/structure/study_designs.h"

#include <algorithm>

namespace headroom::project {

const std::vector<StudyDesign>& studyDesigns()
{
    static const std::vector<StudyDesign> designs = {
        {"full", "all combinations"},
        {"one at a time", "the present values, then each value of each axis with the others at present"},
        {"paired", "the first values of all axes, the second ones, and so on"},
        {"latin hypercube", "a sample that takes each part of each axis equally often", true},
        {"low discrepancy", "a sample that covers the space evenly", true},
        {"sobol", "a sample for Sobol' indices", true},
        {"morris", "trajectories for a screening with few points", true},
    };
    return designs;
}

std::vector<std::string> studyDesignWords()
{
    std::vector<std::string> words;
    for (const StudyDesign& design : studyDesigns())
        words.emplace_back(design.word);
    return words;
}

const std::string& meaningOfStudyDesigns()
{
    static const std::string meaning = [] {
        std::string text = "Which combinations are run.";
        const char* before = " ";
        for (const StudyDesign& design : studyDesigns()) {
            text += before + std::string(design.word) + ": " + design.meaning;
            before = "; ";
        }
        return text + '.';
    }();
    return meaning;
}

bool drawsPoints(const std::string& design)
{
    const auto& all = studyDesigns();
    return std::any_of(all.begin(), all.end(),
                       [&](const StudyDesign& each) { return each.word == design && each.draws; });
}

} // namespace headroom::project
