// The designs of studies: which combinations of the values of its axes are run.
#pragma once

#include <string>
#include <vector>

namespace headroom::project {

struct StudyDesign
{
    const char* word;
    const char* meaning; ///< what is run
    /// It draws as many combinations as the study's field "points" says. If not, the values of the axes decide.
    bool draws = false;
};

/// In the order in which they are offered; the first one is the usual one. How their points are made: study/space/.
const std::vector<StudyDesign>& studyDesigns();

std::vector<std::string> studyDesignWords();
/// "Which combinations are run. full: all combinations; one at a time: ..."
const std::string& meaningOfStudyDesigns();

/// True if the number of points decides how many combinations the design has.
bool drawsPoints(const std::string& design);

} // namespace headroom::project
