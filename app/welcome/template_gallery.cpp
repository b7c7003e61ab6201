#include "app/welcome/template_gallery.h"

#include "app/base/card_button.h"
#include "app/base/in_thread.h"
#include "app/document/first_drawing.h"
#include "project/loading.h"
#include "widgets/diagram/behaviour/diagram_scene.h"
#include "widgets/diagram/topology/scene/topology_scene.h"
#include "widgets/diagram/view/export_diagram.h"
#include "widgets/document/lookup/candidates.h"
#include "widgets/theme/theme.h"

#include <QEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QThreadPool>
#include <QTimer>

#include <algorithm>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr int cardWidth = 232, pictureHeight = 112, linesBelow = 3;
constexpr qsizetype linksWorthShowing = 3; // with fewer links, the picture shows the software instead of the hardware

QString firstSentence(const std::string& description)
{
    const QString text = QString::fromStdString(description);
    const qsizetype end = text.indexOf(". ");
    return end < 0 ? text : text.left(end + 1);
}

} // namespace

TemplateGallery::TemplateGallery(DocumentFiles::Library library, QWidget* parent)
    : QWidget(parent), library_(std::move(library)), grid_(new QGridLayout(this))
{
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setSpacing(rhythm::margin);
    for (const Shelf& shelf : shelvesOf(DocumentFiles::samples())) {
        for (const ShelvedProject& project : shelf.projects)
            unread_.append({headings_.size(), project});
        headings_.append(sectionHeading(shelf.title));
        headings_.back()->setParent(this);
        headings_.back()->hide(); // until its first card is there
    }
}

/// To read all of them takes a processor seconds, which belong to a project that is open instead.
void TemplateGallery::readNext()
{
    if (reading_ || unread_.isEmpty() || !isVisible())
        return;
    reading_ = true;
    const auto read = [path = unread_.front().project.path.toStdString(),
                       library = library_]() -> std::optional<Template> {
        project::Loading loading = project::loadWhole(path, {*library, {}});
        if (!loading.whole || !loading.whole->finished)
            return {}; // invalid templates are left out; opening one reports why
        auto positions = libraryPositions(loading.whole->project, loading.whole->libraries);
        return Template{0, nullptr, std::move(loading.whole->project), std::move(positions)};
    };
    inThread(*QThreadPool::globalInstance(), this, read, [this](std::optional<Template> found) {
        reading_ = false;
        const Place place = unread_.takeFirst();
        if (found)
            add(place, std::move(*found));
        readNext();
    });
}

void TemplateGallery::add(const Place& place, Template added)
{
    const QString& path = place.project.path;
    const project::Project& project = added.project;
    const QString line = place.project.question.isEmpty() ? firstSentence(project.description) : place.project.question;
    auto* card = named(new CardButton(QString::fromStdString(project.name), line, pictureHeight, linesBelow),
                       "template " + QFileInfo(path).completeBaseName());
    card->setToolTip(QStringLiteral("<p>%1</p>").arg(QString::fromStdString(project.description).toHtmlEscaped()));
    connect(card, &QAbstractButton::clicked, this, [this, path] { emit chosen(path); });
    added.card = card;
    added.shelf = place.shelf;
    templates_.push_back(std::move(added));
    columns_ = 0;
    placeCards();
    QTimer::singleShot(0, this, &TemplateGallery::paintNext);
}

void TemplateGallery::placeCards()
{
    const int columns = std::max(1, (width() + rhythm::margin) / (cardWidth + rhythm::margin));
    if (std::exchange(columns_, columns) == columns)
        return;
    int row = -1, column = columns;
    qsizetype shelf = -1;
    for (const Template& each : templates_) {
        if (std::exchange(shelf, each.shelf) != each.shelf) {
            grid_->addWidget(headings_[shelf], ++row, 0, 1, columns);
            headings_[shelf]->setVisible(!headings_[shelf]->text().isEmpty());
            column = columns;
        }
        if (column == columns) {
            ++row;
            column = 0;
        }
        grid_->addWidget(each.card, row, column++);
    }
    for (int at = 0; at < std::max(columns, grid_->columnCount()); ++at)
        grid_->setColumnStretch(at, at < columns ? 1 : 0);
}

/// Paints one template per event, because a large drawing takes some milliseconds.
void TemplateGallery::paintNext()
{
    if (!isVisible())
        return;
    const auto next =
        std::find_if(templates_.begin(), templates_.end(), [](const Template& entry) { return !entry.painted; });
    if (next == templates_.end())
        return;
    next->painted = true;
    DocumentModel model;
    model.setProject(next->project);
    model.setFallbackPositions(next->positions);
    const QString diagram = mostTelling(next->project, *library_);
    std::unique_ptr<CanvasScene> scene =
        std::make_unique<TopologyScene>(model, [this, &project = next->project](const project::Json& value) {
            return displayOf(project, *library_, value);
        });
    const QSize room = next->card->pictureSize();
    if (scene->wires().size() < linksWorthShowing && !diagram.isEmpty()) {
        scene = std::make_unique<DiagramScene>(model, diagram);
        next->card->setPicture(beginningOf(*scene, room, devicePixelRatioF()));
    } else {
        next->card->setPicture(pictureOf(*scene, room, devicePixelRatioF()));
    }
    QTimer::singleShot(0, this, &TemplateGallery::paintNext);
}

void TemplateGallery::repaintAll()
{
    for (Template& entry : templates_)
        entry.painted = false;
    QTimer::singleShot(0, this, &TemplateGallery::paintNext);
}

void TemplateGallery::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    readNext();
    QTimer::singleShot(0, this, &TemplateGallery::paintNext);
}

void TemplateGallery::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeCards();
    repaintAll();
}

void TemplateGallery::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        repaintAll();
}

} // namespace headroom::app
