// Runs a command of `headroom-engine` on a project as a child process and passes on the lines that it prints.
#pragma once

#include <QByteArrayList>
#include <QObject>
#include <QProcess>
#include <QTemporaryDir>

#include <exception>
#include <optional>
#include <string_view>

namespace headroom::app {

class StreamedCommand : public QObject
{
    Q_OBJECT
public:
    explicit StreamedCommand(QObject* parent = nullptr);
    ~StreamedCommand() override; ///< ends the child

    /// Starts `headroom-engine COMMAND PROJECT ARGUMENTS` for a project given as the text of its file.
    /// `folder`: of the files that it names; empty: none. A former child is ended.
    void start(const QString& command, const QByteArray& projectText, const QString& folder,
               const QStringList& arguments);
    /// The same for a file that is there: `headroom-engine COMMAND FILE ARGUMENTS`.
    void startOnFile(const QString& command, const QString& file, const QStringList& arguments);
    /// A command of its stream: "pause".
    void send(const char* command);
    /// Ends the child with its runs. No more signals follow.
    void cancel();
    bool isRunning() const { return running_; }

signals:
    /// Whole lines of its standard output, those that came together.
    void lines(const QByteArrayList& lines);
    /// The child has ended. `said` is what it wrote to standard error, or why it could not be started. Not emitted
    /// after cancel().
    void ended(const QString& said);

private:
    void launch(const QStringList& arguments);
    void takeLines();
    void conclude();
    void leave();

    QProcess process_;
    std::optional<QTemporaryDir> folder_;
    QByteArray rest_; ///< of a line
    bool running_ = false;
};

/// The answer in the newest of these lines that can be read, where each line has all that is known so far; nothing if
/// none can. `read` makes it of a text and throws for any other: nothing else is ever printed there, and the end tells.
template <class Read>
auto newestIn(const QByteArrayList& lines, const Read& read) -> std::optional<decltype(read(std::string_view()))>
{
    for (auto line = lines.rbegin(); line != lines.rend(); ++line)
        try {
            return read(std::string_view(line->constData(), static_cast<std::size_t>(line->size())));
        } catch (const std::exception&) {
        }
    return {};
}

} // namespace headroom::app
