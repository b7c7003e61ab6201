// A window on its page "Study", with a project of the test's own, and what a hand does there.
#pragma once

#include "../studio_desk.h"

#include "app/decide/decide_page.h"
#include "app/studies/study_page.h"

#include <QTabWidget>

namespace studio {

class StudyWindow
{
public:
    /// In the folder of projects, settings and results.
    QString path(const QString& name) const { return folder_.filePath(name); }
    /// Writes the project there; returns its path, or nothing if it cannot be written.
    QString write(const Json& project) const
    {
        QFile out(path("queue.headroom"));
        const QByteArray text = QByteArray::fromStdString(project.dump());
        return out.open(QIODevice::WriteOnly) && out.write(text) == text.size() ? out.fileName() : QString();
    }

    enum class Results
    {
        gone,
        kept
    };
    /// Opens a new window on the project. `former`: results of former windows.
    bool open(const QString& project, Results former = Results::gone)
    {
        qputenv("HEADROOM_SETTINGS", path("settings.ini").toUtf8());
        if (former == Results::gone)
            QDir(path("results")).removeRecursively();
        window_ = std::make_unique<headroom::app::MainWindow>();
        window_->resize(1400, 900);
        window_->show();
        if (!window_->openProject(project))
            return false;
        window_->decide().showView(headroom::app::DecidePage::study);
        return true;
    }
    void close() { window_.reset(); }

    headroom::app::MainWindow& window() { return *window_; }
    headroom::app::StudyPage& page() { return window_->decide().studyPage(); }
    template <typename Widget>
    Widget* find(const char* name)
    {
        return page().findChild<Widget*>(name);
    }
    void run()
    {
        QTest::mouseClick(find<QPushButton>("runStudy"), Qt::LeftButton);
        awaitEnd();
    }
    void awaitEnd() { QTRY_VERIFY_WITH_TIMEOUT(!page().process().isRunning(), patienceMs); }

private:
    QTemporaryDir folder_;
    std::unique_ptr<headroom::app::MainWindow> window_;
};

} // namespace studio
