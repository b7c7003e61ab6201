// Exports charts, drawings, runs and reports for other programs, and copies and prints them.
#pragma once

#include <QObject>

#include <functional>

class QMenu;

namespace headroom::widgets {
class CanvasScene;
class ChartWidget;
} // namespace headroom::widgets

namespace headroom::app {

class ResultsPanel;
class RunActions;
class Workspace;

class ExportActions : public QObject
{
    Q_OBJECT
public:
    ExportActions(Workspace& workspace, ResultsPanel& results, RunActions& runs);

    QMenu& menu() { return *menu_; }
    void printDrawing();

private:
    /// Writes a result file in another program's format. Returns an empty string, or a sentence describing the error.
    using WriteRun = std::function<QString(const QString& resultFile, const QString& path)>;

    void exportChart();
    void exportDrawing();
    void copyDrawing();
    void exportRun(const QString& suffix, const QString& filter, const WriteRun& write);
    widgets::CanvasScene* drawing();
    QString proposedPath(const QStringList& texts) const;
    QString runText() const;
    QString captionOf(const widgets::ChartWidget& chart) const;
    void sayWritten(const QString& path);

    Workspace& workspace_;
    ResultsPanel& results_;
    QMenu* menu_;
};

} // namespace headroom::app
