// Jobs whose storage is a cluster, as the library of starting points describes it.
#pragma once

#include "import/fio/job_file.h"
#include "project/document/json.h"

#include <string>

namespace headroom::import::fio {

/// The entry of the clusters (`elsewhere`) whose client the engine of a job is; null if there is none.
const project::Json* elsewhereOf(const project::Json& machine, const OptionMap& options);
/// The remedy for such a job, as a sentence.
std::string sentenceOf(const project::Json& elsewhere, const std::string& engine);

} // namespace headroom::import::fio
