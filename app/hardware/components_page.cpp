#include "app/hardware/components_page.h"

#include "project/library/own_components.h"
#include "widgets/document/edits/component_swap.h"

#include <QMessageBox>
#include <QVBoxLayout>

namespace headroom::app {

using widgets::ComponentBrowser;
using widgets::DocumentModel;

namespace {
constexpr int countingDelayMs = 200;
}

ComponentsPage::ComponentsPage(DocumentModel& model, DocumentFiles& files, QWidget* parent)
    : QWidget(parent), model_(model), files_(files), browser_(new ComponentBrowser)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(browser_);
    counting_.setSingleShot(true);
    counting_.setInterval(countingDelayMs);
    connect(&counting_, &QTimer::timeout, this, &ComponentsPage::countUses);
    const auto later = [this] {
        if (isVisible())
            counting_.start();
    };
    connect(&model_, &DocumentModel::changed, this, later);
    connect(&model_, &DocumentModel::structureChanged, this, later);
    connect(&model_, &DocumentModel::replaced, this, later);
    connect(&files_, &DocumentFiles::libraryChanged, this, &ComponentsPage::takeLibrary);
    connect(browser_, &ComponentBrowser::saveRequested, this, &ComponentsPage::save);
    connect(browser_, &ComponentBrowser::removeRequested, this, &ComponentsPage::remove);
    connect(browser_, &ComponentBrowser::swapRequested, this, &ComponentsPage::swap);
    takeLibrary();
}

void ComponentsPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    countUses();
}

void ComponentsPage::takeLibrary()
{
    std::set<std::string> own;
    project::Findings ignored; // problems of libraries are reported when they are loaded
    if (const auto folder = project::userLibraryFolder())
        for (const auto& component : project::ownComponents(*folder, ignored))
            own.insert(component.id);
    const auto before = std::exchange(library_, files_.library()); // displayed until the next line
    browser_->setLibrary(library_.get(), std::move(own));
}

void ComponentsPage::countUses()
{
    browser_->setUses(widgets::componentUses(model_.project()));
}

void ComponentsPage::save(const project::Component& component)
{
    const auto folder = project::userLibraryFolder();
    try {
        if (!folder)
            throw std::runtime_error(tr("There is no home folder to keep a library in.").toStdString());
        project::saveOwnComponent(*folder, component);
    } catch (const std::exception& error) {
        QMessageBox::warning(this, tr("The component was not saved"), QString::fromUtf8(error.what()));
        return;
    }
    files_.reloadLibrary();
    emit message(tr("Saved %1 in your own library.").arg(QString::fromStdString(component.id)));
}

void ComponentsPage::remove(const QString& id)
{
    const auto uses = widgets::componentUses(model_.project());
    const auto used = uses.find(id.toStdString());
    const QString where = used == uses.end()
                              ? QString()
                              : tr("\nThis project uses it %1 times; these fields will be invalid.").arg(used->second);
    const auto answer = QMessageBox::question(
        this, tr("Remove component"), tr("Remove %1 from your own library? This cannot be undone.%2").arg(id, where),
        QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
    if (answer != QMessageBox::Yes)
        return;
    try {
        project::removeOwnComponent(*project::userLibraryFolder(), id.toStdString());
    } catch (const std::exception& error) {
        QMessageBox::warning(this, tr("The component was not removed"), QString::fromUtf8(error.what()));
        return;
    }
    files_.reloadLibrary();
}

void ComponentsPage::swap(const QString& from, const QString& to)
{
    const int places = widgets::swapComponent(model_, from, to);
    emit message(places == 1 ? tr("%1 has replaced %2 in one place.").arg(to, from)
                             : tr("%1 has replaced %2 in %3 places.").arg(to, from).arg(places));
}

} // namespace headroom::app
