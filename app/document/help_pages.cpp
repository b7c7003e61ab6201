#include "app/document/help_pages.h"

#include "app/document/project_page.h"
#include "project/document/document.h"
#include "project/library/reference.h"
#include "widgets/controls/dialog.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace headroom::app {

namespace {

constexpr QSize windowSize(980, 720);
constexpr int searchWidth = 240;
constexpr const char* firstPage = "index.md";
constexpr const char* searchPage = "search";
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

QString titleOf(const QString& text)
{
    return text.section('\n', 0, 0).mid(2);
}

QString linkTo(const QString& page, const QString& text)
{
    return QStringLiteral("[%1](%2)").arg(titleOf(text), QString(page).replace(' ', "%20"));
}

/// Pages of the manual that belong together, in the order in which one needs them.
struct Chapter
{
    QString title;
    QStringList pages;
};

QList<Chapter> chapters()
{
    return {{QDialog::tr("Begin here"), {"first-system", "adopt"}},
            {QDialog::tr("Draw"),
             {"software", "palette", "properties", "parameters", "topology", "fabrics", "mapping", "library-roles",
              "components", "project", "problems", "history"}},
            {QDialog::tr("Run and look"),
             {"runs", "run-until", "timeline", "latency", "where-time-goes", "heat-map", "requests", "load-curve",
              "utilisation", "comparison", "prediction", "measured-data", "messages"}},
            {QDialog::tr("Decide"), {"study", "growth", "cost", "sizing", "report"}}};
}

/// Links to the pages, by chapters; those of no chapter come last.
QString contentsOf(const Pages& pages)
{
    QString contents = QDialog::tr("# Manual\n\nWhat each view shows, and how to use it.\n");
    QStringList left;
    for (const auto& [name, text] : pages)
        left += name;
    const auto add = [&](const QString& title, const QStringList& names) {
        contents += "\n## " + title + "\n\n";
        for (const QString& name : names)
            contents += "- " + linkTo(name, pages.at(name)) + '\n';
    };
    for (const Chapter& chapter : chapters()) {
        QStringList present;
        for (const QString& page : chapter.pages)
            if (const QString name = "manual/" + page + ".md"; left.removeOne(name))
                present += name;
        add(chapter.title, present);
    }
    if (!left.isEmpty())
        add(QDialog::tr("More"), left);
    return contents + '\n';
}

/// The line of a page that has one of the words, without the marks of a table or of emphasis.
QString lineWith(const QString& text, const QStringList& words)
{
    constexpr int longest = 120;
    for (const QString& line : text.section('\n', 1).split('\n'))
        for (const QString& word : words)
            if (const auto at = line.indexOf(word, 0, Qt::CaseInsensitive); at >= 0) {
                static const QRegularExpression marks(R"([|*`#\[\]]|\([^ )]*\.md\))");
                QString shown = line.mid(std::max<qsizetype>(0, at - longest / 2), longest);
                return shown.remove(marks).simplified();
            }
    return {};
}

/// Links to the pages that have all words: those with one in their title first.
QString foundPages(const Pages& pages, const QString& typed)
{
    const QStringList words = typed.simplified().split(' ', Qt::SkipEmptyParts);
    const auto hasAll = [&](const QString& text) {
        return std::all_of(words.begin(), words.end(),
                           [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
    };
    QString byTitle, others;
    for (const auto& [name, text] : pages)
        if (name != firstPage && hasAll(text))
            (hasAll(titleOf(text)) ? byTitle : others) +=
                "- " + linkTo(name, text) + " – " + lineWith(text, words) + '\n';
    const QString all = byTitle + others;
    return QDialog::tr("# Pages with “%1”\n\n").arg(typed.toHtmlEscaped()) +
           (all.isEmpty() ? QDialog::tr("No page has these words.") : all);
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

    /// Shows the pages that have these words; without words, all pages.
    void search(const QString& typed)
    {
        if (typed.simplified().isEmpty()) {
            home();
            return;
        }
        found_ = foundPages(pages_, typed);
        if (source() == QUrl(searchPage))
            reload();
        else
            setSource(QUrl(searchPage));
    }

    /// Links of the index are relative to it, and it is the only page with links.
    QVariant loadResource(int type, const QUrl& name) override
    {
        if (name.path() == searchPage)
            return found_;
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
    QString found_; ///< the page of the search
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
    auto* search = widgets::named(new QLineEdit, "manualSearch", QDialog::tr("Search the manual"));
    search->setPlaceholderText(QDialog::tr("Search the manual"));
    search->setClearButtonEnabled(true);
    search->setFixedWidth(searchWidth);
    QObject::connect(search, &QLineEdit::textChanged, browser,
                     [browser](const QString& typed) { browser->search(typed); });
    auto* find = new QAction(window);
    find->setShortcut(QKeySequence::Find);
    QObject::connect(find, &QAction::triggered, search, qOverload<>(&QWidget::setFocus));
    window->addAction(find);
    buttons->addWidget(search);
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

QList<std::pair<QString, QString>> manualPages()
{
    QList<std::pair<QString, QString>> pages;
    for (const auto& [name, text] : manual())
        pages.append({name, titleOf(text)});
    return pages;
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
