#include "app/welcome/cluster_dialog.h"

#include "app/document/help_pages.h"
#include "widgets/theme/theme.h"

#include <QDialogButtonBox>
#include <QDragEnterEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr QSize dialogSize(860, 620);

/// Lists of the answer, with their headings; the order is that of their importance.
struct List
{
    const char* key;
    QString heading;
};

QList<List> lists()
{
    return {{"found", ClusterDialog::tr("Found in the files")},
            {"unmatched", ClusterDialog::tr("Parts that no library has: estimated")},
            {"assumed", ClusterDialog::tr("Assumed, because no file states it")},
            {"left", ClusterDialog::tr("Not in the project")},
            {"matched", ClusterDialog::tr("Parts found in the libraries")}};
}

QString invitation()
{
    return ClusterDialog::tr(
        "<p>Drop files or folders here, or choose them. They may be</p><ul>"
        "<li><b>Ceph</b>: <code>ceph report</code>, or <code>osd tree</code>, <code>osd df</code>, <code>osd "
        "dump</code>, "
        "<code>osd metadata</code>, <code>config dump</code>, <code>osd pool stats</code>, each with <code>-f "
        "json</code></li>"
        "<li><b>Swift</b>: <code>object.ring.gz</code> and the output of <code>swift-recon --diskusage "
        "--verbose</code></li>"
        "<li><b>Kafka</b>: <code>kafka-topics --describe</code> and a broker's <code>server.properties</code></li>"
        "<li>of each machine: <code>lscpu -J</code>, <code>lsblk -J -b -O</code>, <code>ip -j address</code>, "
        "<code>lshw -json</code>, <code>ethtool</code>, <code>/proc/meminfo</code></li></ul>"
        "<p>The script <code>libraries/collect/collect.sh</code> collects all of them on a machine, without root, and "
        "replaces names on request. Names of files do not matter, but files of one machine stand in a folder with its "
        "name, or have it in theirs.</p>");
}

} // namespace

QStringList clusterFilesIn(const QMimeData& data)
{
    QStringList files;
    for (const QUrl& url : data.urls()) {
        if (!url.isLocalFile() || url.path().endsWith(".headroom"))
            return {};
        files.append(url.toLocalFile());
    }
    return files;
}

ClusterDialog::ClusterDialog(QWidget* parent)
    : Dialog(parent), lead_(new QLabel), progress_(new QProgressBar), story_(new QTextBrowser)
{
    setObjectName("clusterDialog");
    setWindowTitle(tr("New from my cluster"));
    resize(dialogSize);
    setAcceptDrops(true);
    named(lead_, "clusterLead");
    lead_->setWordWrap(true);
    named(progress_, "clusterProgress", tr("Files are being read"));
    progress_->setRange(0, 0);
    progress_->setTextVisible(false);
    named(story_, "clusterStory", tr("What the project rests on"));
    story_->setAcceptDrops(false); // the dialog takes them
    auto* body = new QVBoxLayout;
    body->setContentsMargins(rhythm::margin, rhythm::margin, rhythm::margin, 0);
    body->setSpacing(rhythm::step);
    body->addWidget(lead_);
    body->addWidget(progress_);
    body->addWidget(story_, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(body, 1);
    column->addWidget(makeFoot());
    connect(&command_, &StreamedCommand::lines, this, [this](const QByteArrayList& lines) {
        for (const QByteArray& line : lines)
            answer_ += line + '\n';
    });
    connect(&command_, &StreamedCommand::ended, this, &ClusterDialog::conclude);
    setManualPage(*this, "adopt");
    read({});
}

QWidget* ClusterDialog::makeFoot()
{
    auto* files = named(new QPushButton(icon("document-open"), tr("Choose files …")), "clusterFiles");
    connect(files, &QPushButton::clicked, this, &ClusterDialog::chooseFiles);
    auto* folder = named(new QPushButton(icon("folder-open"), tr("Choose a folder …")), "clusterFolder");
    connect(folder, &QPushButton::clicked, this, &ClusterDialog::chooseFolder);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    open_ = named(buttons->button(QDialogButtonBox::Ok), "openCluster");
    open_->setText(tr("Open the project"));
    setLook(open_, Look::primary);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* foot = new QWidget;
    auto* row = new QHBoxLayout(foot);
    row->setContentsMargins(rhythm::margin, rhythm::step, rhythm::margin, rhythm::margin);
    row->addWidget(files);
    row->addWidget(folder);
    row->addStretch();
    row->addWidget(buttons);
    return foot;
}

void ClusterDialog::read(const QStringList& files)
{
    command_.cancel();
    answer_.clear();
    text_.clear();
    name_.clear();
    open_->setEnabled(false);
    progress_->setVisible(!files.isEmpty());
    if (files.isEmpty()) {
        lead_->setText(tr("Outputs of a cluster's own commands become a project that runs."));
        story_->setHtml(invitation());
        return;
    }
    const QFileInfo first(files.front());
    name_ = files.size() == 1 && first.isDir() ? first.fileName() : first.absoluteDir().dirName();
    if (name_.isEmpty() || name_.contains('/'))
        name_ = tr("My cluster");
    lead_->setText(files.size() == 1 ? tr("Reading %1 …").arg(first.fileName())
                                     : tr("Reading %n files and folders …", nullptr, static_cast<int>(files.size())));
    story_->clear();
    folder_.emplace();
    file_ = folder_->filePath(name_ + ".headroom");
    QStringList arguments = files.mid(1);
    arguments << "--json"
              << "--out" << file_;
    command_.startOnFile("adopt", files.front(), arguments);
}

void ClusterDialog::chooseFiles()
{
    if (const QStringList files = QFileDialog::getOpenFileNames(this, tr("Files of a cluster")); !files.isEmpty())
        read(files);
}

void ClusterDialog::chooseFolder()
{
    if (const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder of a cluster's files"));
        !folder.isEmpty())
        read({folder});
}

void ClusterDialog::conclude(const QString& said)
{
    progress_->hide();
    QFile file(file_);
    if (file.open(QIODevice::ReadOnly))
        text_ = QString::fromUtf8(file.readAll());
    if (text_.isEmpty())
        return showFaults(said);
    showResult(answer_);
}

void ClusterDialog::showFaults(const QString& said)
{
    lead_->setText(tr("No project can be made of these files:"));
    QString html = "<ul>";
    for (const QString& line : said.split('\n', Qt::SkipEmptyParts))
        html += "<li>" + line.toHtmlEscaped() + "</li>";
    story_->setHtml(html + "</ul>" + invitation());
}

void ClusterDialog::showResult(const QByteArray& answer)
{
    const QJsonObject result = QJsonDocument::fromJson(answer).object();
    QString html;
    for (const List& list : lists()) {
        const QJsonArray sentences = result[QLatin1String(list.key)].toArray();
        if (sentences.isEmpty())
            continue;
        html += "<p><b>" + list.heading.toHtmlEscaped() + "</b></p><ul>";
        for (const auto& sentence : sentences)
            html += "<li>" + sentence.toString().toHtmlEscaped() + "</li>";
        html += "</ul>";
    }
    lead_->setText(
        tr("The project %1 is made. This is what it rests on; its description has the same lists.").arg(name_));
    story_->setHtml(html);
    open_->setEnabled(true);
    open_->setFocus();
}

void ClusterDialog::dragEnterEvent(QDragEnterEvent* event)
{
    if (!clusterFilesIn(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void ClusterDialog::dropEvent(QDropEvent* event)
{
    if (const QStringList files = clusterFilesIn(*event->mimeData()); !files.isEmpty()) {
        event->acceptProposedAction();
        read(files);
    }
}

} // namespace headroom::app
