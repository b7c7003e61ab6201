// A document with its file and its runs, as a window has them, without a window.
#pragma once

#include "app/document/document_files.h"
#include "app/runs/run_controller.h"

#include <QTemporaryDir>

namespace sample {

/// Its settings are its own, and everything lies in a folder that goes with it.
struct Document
{
    Document() { qputenv("HEADROOM_SETTINGS", path("settings.ini").toUtf8()); }
    QString path(const QString& name) const { return folder.filePath(name); }

    QTemporaryDir folder;
    headroom::widgets::DocumentModel model;
    headroom::app::DocumentFiles files{model, nullptr};
    headroom::app::RunController runs;
};

} // namespace sample
