// A dialog to choose the content of a report, to preview its pages, and to write or print it.
#pragma once

#include "app/report/make_report.h"
#include "widgets/controls/dialog.h"

#include <QPrinter>
#include <QTimer>

#include <map>

class QLabel;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QPrintPreviewWidget;
class QPushButton;
class QVBoxLayout;

namespace headroom::app {

class ReportDialog : public widgets::Dialog
{
    Q_OBJECT
public:
    /// A report comparing these result files; the first is the baseline. Reads them in a thread.
    ReportDialog(const QList<RunFile>& results, QWidget* parent);

    /// The folder that is proposed for the file.
    void setFolder(const QString& folder) { folder_ = folder; }
    /// The report with the current choices.
    widgets::report::Report report() const;
    bool isReady() const { return pending_.isEmpty() && !runs_.empty(); }
    /// Writes the report to a file; shows errors in a message box.
    bool write(const QString& path);

signals:
    void ready();

private:
    QWidget* makeForm();
    void addButtons(QVBoxLayout& column);
    void connectForm();
    void read(const QList<RunFile>& results);
    void take(std::vector<ReportedRun> runs);
    void writeNextSection();
    void showReport();
    void chooseLogo();
    void setLogo(const QString& path);
    void keepChoice() const;
    void saveWithDialog();
    void print();
    void fail(const QString& problem);
    ReportChoice choice() const;

    std::vector<ReportedRun> runs_;
    std::map<QString, widgets::report::Section> sections_; ///< by id
    QStringList pending_;                                  ///< ids of sections that are not created yet
    QString logoPath_, folder_;
    QLineEdit *title_, *author_;
    QPlainTextEdit* question_;
    QPushButton *logo_, *noLogo_, *save_, *print_;
    QListWidget* list_;
    QLabel* state_;
    QPrinter printer_;
    QPrintPreviewWidget* preview_;
    QTimer settle_; ///< ends shortly after the last change
};

} // namespace headroom::app
