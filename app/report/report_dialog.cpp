#include "app/report/report_dialog.h"

#include "app/base/file_name.h"
#include "app/base/in_thread.h"
#include "app/base/settings.h"
#include "app/document/help_pages.h"
#include "widgets/report/paged_report.h"
#include "widgets/report/report_file.h"
#include "widgets/theme/theme.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QImageReader>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPrintDialog>
#include <QPrintPreviewWidget>
#include <QPushButton>
#include <QScreen>

#include <exception>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr int typingRestMs = 300; ///< delay after the last keystroke before the preview is updated

void prepare(QPrinter& printer)
{
    printer.setResolution(pixelsPerInch); // charts choose their font sizes for the screen
    printer.setPageSize(QPageSize(QPageSize::A4));
    printer.setFullPage(true);
    printer.setPageMargins({});
}

} // namespace

ReportDialog::ReportDialog(const QList<RunFile>& results, QWidget* parent)
    : Dialog(parent), title_(new QLineEdit), author_(new QLineEdit), question_(new QPlainTextEdit),
      logo_(new QPushButton), noLogo_(new QPushButton(tr("Without"))), list_(new QListWidget), state_(new QLabel)
{
    setObjectName("reportDialog");
    setManualPage(*this, "report");
    setWindowTitle(tr("Report"));
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    prepare(printer_);
    preview_ = new QPrintPreviewWidget(&printer_);
    preview_->setAccessibleName(tr("The report's pages"));
    preview_->fitToWidth();
    connect(preview_, &QPrintPreviewWidget::paintRequested, this, [this](QPrinter* paper) {
        prepare(*paper);
        if (isReady())
            report::PagedReport(report()).print(*paper);
    });
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(rhythm::margin, rhythm::margin, rhythm::margin, rhythm::margin);
    row->setSpacing(rhythm::margin);
    row->addWidget(makeForm());
    row->addWidget(preview_, 1);
    settle_.setSingleShot(true);
    settle_.setInterval(typingRestMs);
    connect(&settle_, &QTimer::timeout, this, &ReportDialog::showReport);
    constexpr QSize usual(1180, 820);
    const QSize room = screen()->availableSize() - QSize(4 * rhythm::margin, 4 * rhythm::margin); // without its frame
    resize(usual.boundedTo(room));
    read(results);
}

QWidget* ReportDialog::makeForm()
{
    constexpr int width = 320;
    const QSettings settings = openSettings();
    auto* side = new QWidget;
    side->setFixedWidth(width);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins({});
    column->setSpacing(rhythm::half);
    const auto add = [&](const QString& name, QWidget* editor) {
        auto* label = new QLabel(name);
        setLook(label, Look::label);
        label->setBuddy(editor);
        editor->setAccessibleName(name);
        column->addWidget(label);
        column->addWidget(editor);
        column->addSpacing(rhythm::half);
    };
    add(tr("Title"), title_);
    question_->setTabChangesFocus(true);
    question_->setFixedHeight(4 * rhythm::control);
    add(tr("Question"), question_);
    author_->setText(settings.value("report/author").toString());
    add(tr("Author"), author_);
    auto* logoRow = new QWidget;
    auto* logoColumns = new QHBoxLayout(logoRow);
    logoColumns->setContentsMargins({});
    logoColumns->addWidget(logo_, 1);
    logoColumns->addWidget(noLogo_);
    add(tr("Logo"), logoRow);
    const QStringList leftOut = settings.value("report/left out").toStringList();
    for (const auto& [id, title] : reportSections()) {
        auto* item = new QListWidgetItem(title, list_);
        item->setData(Qt::UserRole, id);
        item->setCheckState(leftOut.contains(id) ? Qt::Unchecked : Qt::Checked);
    }
    add(tr("Sections"), list_);
    state_->setWordWrap(true);
    setLook(state_, Look::dim);
    column->addWidget(state_);
    addButtons(*column);
    setLogo(settings.value("report/logo").toString());
    connectForm();
    return side;
}

void ReportDialog::addButtons(QVBoxLayout& column)
{
    save_ = new QPushButton(tr("&Save as PDF or HTML …"));
    print_ = new QPushButton(icon("document-print"), tr("&Print …"));
    auto* close = new QPushButton(tr("&Close"));
    setLook(save_, Look::primary);
    save_->setDefault(true);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(print_);
    buttons->addWidget(close);
    column.addWidget(save_);
    column.addLayout(buttons);
    save_->setEnabled(false);
    print_->setEnabled(false);
    connect(save_, &QPushButton::clicked, this, &ReportDialog::saveWithDialog);
    connect(print_, &QPushButton::clicked, this, &ReportDialog::print);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
}

void ReportDialog::connectForm()
{
    connect(title_, &QLineEdit::textEdited, &settle_, qOverload<>(&QTimer::start));
    connect(author_, &QLineEdit::textEdited, &settle_, qOverload<>(&QTimer::start));
    connect(question_, &QPlainTextEdit::textChanged, &settle_, qOverload<>(&QTimer::start));
    connect(list_, &QListWidget::itemChanged, &settle_, qOverload<>(&QTimer::start));
    connect(logo_, &QPushButton::clicked, this, &ReportDialog::chooseLogo);
    connect(noLogo_, &QPushButton::clicked, this, [this] { setLogo({}); });
}

void ReportDialog::read(const QList<RunFile>& results)
{
    state_->setText(tr("Reading the results …"));
    struct Answer
    {
        std::vector<ReportedRun> runs;
        QString problem;
    };
    const auto readAll = [results] {
        Answer answer;
        try {
            answer.runs = readRuns(results);
        } catch (const std::exception& fault) {
            answer.problem = QString::fromUtf8(fault.what());
        }
        return answer;
    };
    inThread(*QThreadPool::globalInstance(), this, readAll, [this](Answer answer) {
        if (answer.problem.isEmpty())
            take(std::move(answer.runs));
        else
            fail(answer.problem);
    });
}

void ReportDialog::fail(const QString& problem)
{
    state_->setText(problem);
    setLook(state_, Look::error);
}

void ReportDialog::take(std::vector<ReportedRun> runs)
{
    runs_ = std::move(runs);
    const auto head = reportHead(runs_, {});
    title_->setText(head.title);
    title_->setCursorPosition(0);
    question_->setPlainText(head.question);
    for (const auto& [id, title] : reportSections())
        pending_ += id;
    state_->setText(tr("Drawing …"));
    QTimer::singleShot(0, this, &ReportDialog::writeNextSection);
}

/// Writes one section per event, so that the window stays responsive.
void ReportDialog::writeNextSection()
{
    const QString id = pending_.takeFirst();
    sections_[id] = reportSection(id, runs_);
    if (!pending_.isEmpty()) {
        QTimer::singleShot(0, this, &ReportDialog::writeNextSection);
        return;
    }
    save_->setEnabled(true);
    print_->setEnabled(true);
    settle_.stop();
    showReport();
    emit ready();
}

ReportChoice ReportDialog::choice() const
{
    ReportChoice choice{title_->text(), question_->toPlainText(), author_->text(), {}};
    if (QFile file(logoPath_); !logoPath_.isEmpty() && file.open(QIODevice::ReadOnly))
        choice.logo = file.readAll();
    for (int i = 0; i < list_->count(); ++i)
        if (list_->item(i)->checkState() == Qt::Unchecked)
            choice.leftOut += list_->item(i)->data(Qt::UserRole).toString();
    return choice;
}

report::Report ReportDialog::report() const
{
    const ReportChoice chosen = choice();
    auto report = reportHead(runs_, chosen);
    report.question = chosen.question; // a question that the user deleted stays empty
    for (const auto& [id, title] : reportSections())
        if (const auto section = sections_.find(id);
            !chosen.leftOut.contains(id) && section != sections_.end() && !section->second.parts.isEmpty())
            report.sections.append(section->second);
    return report;
}

void ReportDialog::showReport()
{
    if (!isReady())
        return;
    keepChoice();
    preview_->updatePreview();
    const int pages = preview_->pageCount();
    state_->setText(pages == 1 ? tr("1 page") : tr("%1 pages").arg(pages));
}

void ReportDialog::keepChoice() const
{
    const ReportChoice chosen = choice();
    QSettings settings = openSettings();
    settings.setValue("report/author", chosen.author);
    settings.setValue("report/logo", logoPath_);
    settings.setValue("report/left out", chosen.leftOut);
}

void ReportDialog::chooseLogo()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Logo"), QFileInfo(logoPath_).path(),
                                                      tr("Pictures (*.png *.jpg *.jpeg *.svg)"));
    if (path.isEmpty())
        return;
    if (!QImageReader(path).canRead()) {
        QMessageBox::warning(this, tr("Logo"), tr("“%1” is not a picture that can be read.").arg(path));
        return;
    }
    setLogo(path);
}

void ReportDialog::setLogo(const QString& path)
{
    logoPath_ = QFileInfo::exists(path) ? path : QString();
    logo_->setText(logoPath_.isEmpty() ? tr("Choose …") : QFileInfo(logoPath_).fileName());
    noLogo_->setVisible(!logoPath_.isEmpty());
    settle_.start();
}

bool ReportDialog::write(const QString& path)
{
    const QString problem = report::writeReport(report(), path);
    if (problem.isEmpty()) {
        state_->setText(tr("Written to %1.").arg(path));
        return true;
    }
    QMessageBox::warning(this, tr("The report was not written"), problem);
    return false;
}

void ReportDialog::saveWithDialog()
{
    const QString name = fileNameOf({title_->text().isEmpty() ? tr("Report") : title_->text()}) + ".pdf";
    const QString path = chooseFile(this, tr("Save report"), QDir(folder_).filePath(name),
                                    tr("Document (*.pdf);;Page for the browser (*.html)"));
    if (!path.isEmpty())
        write(path);
}

void ReportDialog::print()
{
    QPrinter printer;
    prepare(printer);
    QPrintDialog dialog(&printer, this);
    if (dialog.exec() == QDialog::Accepted) {
        prepare(printer);
        report::PagedReport(report()).print(printer);
    }
}

} // namespace headroom::app
