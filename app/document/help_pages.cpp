#include "app/document/help_pages.h"

#include "app/document/project_page.h"
#include "project/document/document.h"
#include "project/library/reference.h"
#include "widgets/theme/dialog.h"
#include "widgets/theme/theme.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

#include <map>

namespace headroom::app {

namespace {

constexpr QSize windowSize(980, 720);
constexpr const char* firstPage = "index.md";
constexpr const char* manualProperty = "manualPage";

using Pages = std::map<QString, QString>;

/// The pages of the manual, by their names: "manual/heat-map.md".
Pages manual()
{
    Pages pages;
    const QDir folder(":/headroom/app/manual");
    for (const QString& name : folder.entryList({"*.md"})) {
        QFile file(folder.filePath(name));
        if (file.open(QIODevice::ReadOnly))
            pages["manual/" + name] = QString::fromUtf8(file.readAll());
    }
    return pages;
}

/// Links to the pages, by their headings.
QString contentsOf(const Pages& pages)
{
    QStringList lines;
    for (const auto& [name, text] : pages)
        lines += QString("- [%1](%2)\n").arg(text.section('\n', 0, 0).mid(2), name);
    lines.sort();
    return QDialog::tr("# Manual\n\nWhat each view shows, and how to use it.\n\n") + lines.join(QString()) + '\n';
}

/// Finds the pages in memory.
class ReferenceBrowser : public QTextBrowser
{
public:
    void setPages(const project::BlockCatalogue& types)
    {
        pages_ = manual();
        const QString contents = contentsOf(pages_);
        for (const project::ReferencePage& page : project::referencePages(types)) {
            QString& text = pages_[QString::fromStdString(page.file)] = QString::fromStdString(page.text);
            while (text.contains("| |")) // an empty cell would be joined with the one before it
                text.replace("| |", QString("| %1 |").arg(QChar(QChar::Nbsp)));
            static const QRegularExpression spacedLink(R"((\]\([^)\n ]*) ([^)\n]*\.md\)))");
            while (text.contains(spacedLink)) // else it is no link in Markdown
                text.replace(spacedLink, R"(\1%20\2)");
        }
        pages_[firstPage].prepend(contents);
    }
    bool has(const QString& page) const { return pages_.contains(page); }

    /// Links of the index are relative to it, and it is the only page with links.
    QVariant loadResource(int type, const QUrl& name) override
    {
        const auto found = pages_.find(name.path());
        return found == pages_.end() ? QTextBrowser::loadResource(type, name) : QVariant(found->second);
    }

protected:
    void doSetSource(const QUrl& name, QTextDocument::ResourceType) override
    {
        QTextBrowser::doSetSource(name, QTextDocument::MarkdownResource);
        document()->setDocumentMargin(2 * widgets::rhythm::margin);
        drawTables(*document());
    }

private:
    Pages pages_;
};

QToolButton* buttonOf(const char* iconName, const QString& text, QTextBrowser& browser, void (QTextBrowser::*act)(),
                      void (QTextBrowser::*available)(bool))
{
    auto* button = new QToolButton;
    button->setIcon(widgets::icon(iconName));
    button->setText(text);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    QObject::connect(button, &QToolButton::clicked, &browser, act);
    if (available) {
        button->setEnabled(false);
        QObject::connect(&browser, available, button, &QToolButton::setEnabled);
    }
    return button;
}

widgets::Dialog* newWindow(QWidget* parent)
{
    auto* window = widgets::named(new widgets::Dialog(parent), "help");
    window->setWindowTitle(QDialog::tr("Manual and reference"));
    window->setAttribute(Qt::WA_DeleteOnClose);
    auto* browser = new ReferenceBrowser;
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(widgets::rhythm::margin, widgets::rhythm::step, widgets::rhythm::margin, 0);
    buttons->addWidget(buttonOf("go-home", QDialog::tr("All pages"), *browser, &QTextBrowser::home, nullptr));
    buttons->addWidget(buttonOf("go-previous", QDialog::tr("Back"), *browser, &QTextBrowser::backward,
                                &QTextBrowser::backwardAvailable));
    buttons->addWidget(
        buttonOf("go-next", QDialog::tr("Forward"), *browser, &QTextBrowser::forward, &QTextBrowser::forwardAvailable));
    buttons->addStretch();
    auto* column = new QVBoxLayout(window);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(buttons);
    column->addWidget(browser);
    window->resize(windowSize);
    return window;
}

} // namespace

void setManualPage(QWidget& view, const QString& name)
{
    view.setProperty(manualProperty, name);
    if (view.focusPolicy() == Qt::NoFocus)
        view.setFocusPolicy(Qt::ClickFocus); // also where it shows nothing yet that takes the focus
}

QString manualPageAround(const QWidget* widget)
{
    for (; widget; widget = widget->parentWidget())
        if (const QString name = widget->property(manualProperty).toString(); !name.isEmpty())
            return "manual/" + name + ".md";
    return {};
}

void showHelpPage(const project::BlockCatalogue& types, const QString& page, const QString& field, QWidget* parent)
{
    auto* window = parent->findChild<widgets::Dialog*>("help");
    if (!window)
        window = newWindow(parent);
    auto* browser = static_cast<ReferenceBrowser*>(window->findChild<QTextBrowser*>());
    browser->setPages(types);
    if (browser->source().isEmpty())
        browser->setSource(QUrl(firstPage)); // where "All pages" leads
    if (browser->has(page) && browser->source() != QUrl(page))
        browser->setSource(QUrl(page));
    window->show();
    window->raise();
    window->activateWindow();
    browser->moveCursor(QTextCursor::Start);
    if (!field.isEmpty() && browser->find(field, QTextDocument::FindWholeWords))
        browser->ensureCursorVisible();
}

} // namespace headroom::app
