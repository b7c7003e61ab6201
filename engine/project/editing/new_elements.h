// The content of a new element besides its name, when an editor adds one. It is valid in most projects and shows what
// is asked for.
//
// A kind without a function here is added with nothing but its name. The function for a kind may also stand beside the
// fields of its section (structure/describe*.h).
#pragma once

#include <vector>

namespace headroom::project {

struct DerivedResult;
struct Distribution;
struct Disturbance;
struct Goal;
struct Measurement;
struct Parameter;
struct Preset;
struct Project;
struct Selector;
struct Study;
struct StudyAxis;
struct Validation;

void fillNew(Selector& selector, const Project& project);
void fillNew(Disturbance& disturbance, const Project& project);
void fillNew(Distribution& distribution, const Project& project);
void fillNew(DerivedResult& result, const Project& project);
void fillNew(Goal& goal, const Project& project);
void fillNew(Study& study, const Project& project);
void fillNew(Measurement& measurement, const Project& project);
void fillNew(Preset& preset, const Project& project);
void fillNew(Validation& validation, const Project& project);

/// A parameter with the values that a study proposes: the ticked alternatives, or else all, or else the present value.
StudyAxis usualAxis(const Parameter& parameter);
/// The parameters that a new study varies: those with ticked alternatives, or else the first that has alternatives, or
/// else the first. Empty if the project has no parameters.
std::vector<StudyAxis> usualSpace(const Project& project);

} // namespace headroom::project
