// The studio in a window of its own, a sample shortened to what a test needs, and what a hand does to both.
#pragma once

#include "app/window/main_window.h"
#include "project/file/json_writer.h"
#include "project/project_file.h"

#include <QAction>
#include <QApplication>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>

#include <functional>
#include <memory>

namespace studio {

using Json = nlohmann::ordered_json;

/// Longest wait for anything a run does; only a failure takes so long. Runs are slow under the sanitizers.
#ifdef HEADROOM_SANITIZED
constexpr int patienceMs = 240000;
#else
constexpr int patienceMs = 60000;
#endif

/// Keys by which their buttons are found.
inline const QKeySequence runKey(Qt::Key_F5), pauseKey(Qt::Key_F6), stopKey(Qt::SHIFT | Qt::Key_F5),
    stepKey(Qt::Key_F7);
constexpr int endless = 1000000; ///< simulated seconds that no test waits for

/// While it lives the user's own libraries are in the folder "headroom/libraries" of this one.
class UserData
{
public:
    explicit UserData(const QString& folder) : before_(qgetenv("XDG_DATA_HOME"))
    {
        qputenv("XDG_DATA_HOME", folder.toUtf8());
        QDir(folder).mkpath("headroom/libraries/hardware");
        QDir(folder).mkpath("headroom/libraries/behaviours");
    }
    ~UserData() { before_.isNull() ? qunsetenv("XDG_DATA_HOME") : qputenv("XDG_DATA_HOME", before_); }
    Q_DISABLE_COPY(UserData)

private:
    QByteArray before_;
};

class Desk
{
public:
    Desk()
    {
        qputenv("HEADROOM_SETTINGS", folder_.filePath("settings.ini").toUtf8());
        open();
    }

    /// Closes the window, if one is open, and opens a new one.
    void open()
    {
        window_ = std::make_unique<headroom::app::MainWindow>();
        window_->resize(1400, 900);
        window_->show();
        window_->activateWindow();
        (void)QTest::qWaitForWindowActive(window_.get());
    }

    /// Forgets what the user has arranged so far.
    void forget() const { QFile::remove(path("settings.ini")); }

    headroom::app::MainWindow& window() { return *window_; }
    headroom::app::RunController& controller() { return window_->controller(); }
    headroom::widgets::TimelineView& timeline() { return window_->results().timeline(); }
    const std::deque<headroom::app::Run>& runs() { return controller().history().runs(); }
    QString path(const QString& name) const { return folder_.filePath(name); }

    /// A file's text as JSON.
    static Json read(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? Json::parse(file.readAll().toStdString()) : Json();
    }
    QString write(const QString& name, const Json& json) const
    {
        QFile file(path(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(QByteArray::fromStdString(json.dump(2)));
        return path(name);
    }
    /// The Swift rack with a run of this many simulated seconds, the first of them warm-up.
    static Json rack(int seconds)
    {
        Json project = read(HEADROOM_SOURCE_DIR "/projects/swift-rack/swift-rack.headroom");
        project["run"]["duration"] = std::to_string(seconds) + " s";
        project["run"]["warm_up"] = "1 s";
        for (Json& parameter : project["parameters"])
            if (parameter["name"].get<std::string>() == "RAMP_UP")
                parameter["value"] = "500 ms";
        return project;
    }
    bool openRack(int seconds) { return window_->openProject(write("rack.headroom", rack(seconds))); }

    /// The button of the run bar with this shortcut.
    QToolButton* button(const QKeySequence& key)
    {
        for (auto* button : window_->findChild<QToolBar*>("runBar")->findChildren<QToolButton*>())
            if (button->defaultAction() && button->defaultAction()->shortcut() == key)
                return button;
        return nullptr;
    }
    void click(const QKeySequence& key) { QTest::mouseClick(button(key), Qt::LeftButton); }
    /// The document as its file would hold it.
    QByteArray document() { return QByteArray::fromStdString(headroom::project::toText(window_->model().project())); }
    bool isIdle() { return !controller().isActive(); }
    QString messages() { return window_->results().messages().toPlainText(); }
    /// The list of problems: each with its place and what is said of it.
    QStringList problems()
    {
        QStringList lines;
        const QTreeWidget* list = window_->results().problems().list();
        for (int row = 0; row < list->topLevelItemCount(); ++row)
            lines += list->topLevelItem(row)->text(0) + ": " + list->topLevelItem(row)->text(1);
        return lines;
    }
    /// Text about them at the edge of the window.
    QString problemCount() { return window_->findChild<QToolButton*>("problemCount")->text(); }
    /// True if the project has been checked and nothing is wrong.
    bool isReady() { return problemCount() == "No problems" && problems().isEmpty(); }
    QString stateText() { return window_->findChild<QLabel*>("state")->text(); }

    /// Texts that the comparison shows.
    QStringList comparison()
    {
        QStringList texts;
        for (const auto* label : window_->results().comparison().findChildren<QLabel*>())
            texts += label->text();
        return texts;
    }

    /// Gives the next file dialog a name and clicks its Save button, again until the dialog has taken it: the button
    /// wakes up only when the dialog has read its folder.
    void answerFileDialog(const QString& file)
    {
        auto* timer = new QTimer(window_.get());
        auto seen = std::make_shared<bool>(false);
        auto answered = std::make_shared<QPointer<QFileDialog>>();
        QObject::connect(timer, &QTimer::timeout, timer, [timer, file, seen, answered] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (*seen && (!dialog || dialog != *answered)) // another dialog is not this one's to answer
                return timer->deleteLater();
            if (!dialog)
                return;
            *seen = true;
            *answered = dialog;
            auto* list = dialog->findChild<QListView*>("listView");
            auto* name = dialog->findChild<QLineEdit*>("fileNameEdit");
            // A file picked in the list counts more than the name typed; the dialog itself picks one when it has read.
            if (name->text() != file || list->selectionModel()->hasSelection()) {
                name->setFocus();
                name->setText(file);
                list->clearSelection();
                return;
            }
            QTest::mouseClick(dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save), Qt::LeftButton);
        });
        timer->start(50);
    }

    /// Notes the file that the next file dialog proposes, and cancels the dialog.
    std::shared_ptr<QString> cancelFileDialog()
    {
        auto proposed = std::make_shared<QString>();
        auto* timer = new QTimer(window_.get());
        QObject::connect(timer, &QTimer::timeout, timer, [timer, proposed] {
            if (auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
                timer->deleteLater();
                *proposed = dialog->directory().filePath(dialog->findChild<QLineEdit*>("fileNameEdit")->text());
                QTest::keyClick(dialog, Qt::Key_Escape);
            }
        });
        timer->start(20);
        return proposed;
    }

    /// Clicks the button that `choose` picks in the next message box.
    void answerMessage(std::function<QAbstractButton*(QMessageBox&)> choose)
    {
        auto* timer = new QTimer(window_.get());
        QObject::connect(timer, &QTimer::timeout, timer, [timer, choose] {
            if (auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
                timer->deleteLater();
                QTest::mouseClick(choose(*question), Qt::LeftButton);
            }
        });
        timer->start(20);
    }

    /// The action of the menus with this shortcut, or else this text.
    QAction* action(const QString& wanted)
    {
        for (auto* action : window_->findChildren<QAction*>())
            if (action->shortcut().toString() == wanted || action->text().remove('&') == wanted)
                return action;
        return nullptr;
    }

private:
    QTemporaryDir folder_;
    std::unique_ptr<headroom::app::MainWindow> window_;
};

} // namespace studio
