// A file that the user wanted to write.
#pragma once

#include <QString>

namespace headroom::app {

struct SavedFile
{
    QString path;    ///< empty: the user chose none, and nothing was written
    QString problem; ///< why it could not be written; empty: it was written

    /// For messages.
    QString level() const { return problem.isEmpty() ? "info" : "error"; }
    QString sentence() const { return problem.isEmpty() ? path + " was written." : problem; }
};

} // namespace headroom::app
