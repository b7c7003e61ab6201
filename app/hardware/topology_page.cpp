#include "app/hardware/topology_page.h"

#include "app/document/help_pages.h"
#include "widgets/controls/elided_combo_box.h"
#include "widgets/diagram/topology/scene/part_dropping.h"
#include "widgets/document/edits/fabric_edits.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace headroom::app {

using namespace widgets;

TopologyPage::TopologyPage(DocumentModel& model, DocumentFiles& files, CanvasTab& tab, QObject* parent)
    : QObject(parent), model_(model), files_(files), tab_(tab), palette_(new PartPalette), racks_(new RackView),
      mapping_(new MappingView(model, [this] { return scene_ ? scene_->plan() : TopologyPlan(); })),
      mappingPage_(new QWidget), header_(new QWidget), fabrics_(new ElidedComboBox), rackButton_(new QToolButton),
      allRacks_(new QToolButton)
{
    auto* room = new QVBoxLayout(mappingPage_);
    room->setContentsMargins(rhythm::margin, rhythm::step, rhythm::margin, rhythm::margin);
    room->addWidget(mapping_);
    makeHeader();
    tab_.addHeader(header_);
    tab_.addPage(racks_);
    connect(palette_, &PartPalette::partRequested, this, &TopologyPage::insertPart);
    connect(racks_, &RackView::groupChosen, this,
            [this](const QString& group) { emit elementChosen(ElementRef::nodeGroup(group)); });
    connect(mapping_, &MappingView::elementChosen, this, &TopologyPage::elementChosen);
    connect(&model_, &DocumentModel::changed, this, [this](const ElementRef& element) {
        // The form of a fabric may name parameters.
        if (scene_ && (element.kind == ElementKind::parameter || element.kind == ElementKind::topology)) {
            scene_->refresh();
            emit redrawn();
        }
    });
    connect(&files_, &DocumentFiles::libraryChanged, this, [this] {
        palette_->setLibrary(files_.library());
        if (scene_)
            scene_->setLibrary(files_.library());
    });
}

void TopologyPage::makeHeader()
{
    auto* row = new QHBoxLayout(header_);
    row->setContentsMargins(0, 0, rhythm::step, 0);
    row->setSpacing(rhythm::half);
    fabrics_->setObjectName("fabrics");
    fabrics_->setAccessibleName(tr("Fabric in use"));
    fabrics_->setToolTip(tr("The fabric in use: how the nodes are connected"));
    fabrics_->setMinimumWidth(140);
    row->addWidget(fabrics_);
    auto* menu = new QMenu(header_);
    menu->addAction(icon("document-edit"), tr("&Edit this fabric …"), this, [this] {
        if (scene_)
            editFabric(scene_->fabric());
    });
    menu->addAction(icon("list-add"), tr("N&ew fabric …"), this, [this] { editFabric({}); });
    menu->addAction(icon("edit-delete"), tr("&Delete this fabric"), this, [this] {
        if (scene_)
            deleteFabric(model_, scene_->fabric());
    });
    auto* button = named(new QToolButton, "fabricMenu");
    button->setText(tr("Fabric"));
    button->setToolTip(tr("Add, change or delete fabrics"));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menu);
    setLook(button, Look::flat);
    row->addWidget(button);
    rackButton_->setObjectName("showRacks");
    rackButton_->setText(tr("Racks"));
    rackButton_->setCheckable(true);
    rackButton_->setToolTip(tr("Show the racks instead of the drawing"));
    setLook(rackButton_, Look::flat);
    row->addWidget(rackButton_);
    allRacks_->setObjectName("allRacks");
    allRacks_->setText(tr("All at once"));
    allRacks_->setCheckable(true);
    allRacks_->setToolTip(tr("Show all racks at once; Ctrl and the wheel, or + and −, make them larger"));
    allRacks_->hide();
    setLook(allRacks_, Look::flat);
    row->addWidget(allRacks_);
    connect(allRacks_, &QToolButton::toggled, racks_, &RackView::setShowsAll);
    connect(racks_, &RackView::showsAllChanged, allRacks_, &QToolButton::setChecked);
    allRacks_->setChecked(true);
    connect(rackButton_, &QToolButton::toggled, this, &TopologyPage::showRacks);
    connect(fabrics_, &QComboBox::activated, this, [this](int index) {
        if (scene_ && fabrics_->itemText(index) != scene_->fabric())
            chooseFabric(model_, fabrics_->itemText(index));
    });
}

void TopologyPage::setScene(TopologyScene* scene)
{
    scene_ = scene;
    scene->setLibrary(files_.library());
    connect(scene, &TopologyScene::fabricRequested, this, &TopologyPage::editFabric);
    connect(scene, &CanvasScene::contentChanged, this, &TopologyPage::refresh);
    showRacks(rackButton_->isChecked());
    refresh();
}

void TopologyPage::refresh()
{
    if (!scene_)
        return;
    fillFabrics();
    QStringList roles;
    for (const auto& behaviour : model_.project().behaviours)
        roles.append(QString::fromStdString(behaviour.role.id));
    palette_->setRoles(roles);
    racks_->setRacks(scene_->plan(), model_.project().topology.groups);
    mapping_->mapping().refresh();
}

void TopologyPage::fillFabrics()
{
    QStringList names;
    for (const auto& fabric : model_.project().topology.fabrics)
        names.append(QString::fromStdString(fabric.id));
    QStringList shown;
    for (int i = 0; i < fabrics_->count(); ++i)
        shown.append(fabrics_->itemText(i));
    if (shown != names) {
        fabrics_->clear();
        fabrics_->addItems(names);
    }
    fabrics_->setEnabled(names.size() > 1);
    fabrics_->setCurrentIndex(static_cast<int>(names.indexOf(scene_->fabric())));
}

void TopologyPage::setLoads(const QHash<QString, GroupLoads>& loads)
{
    racks_->setLoads(loads);
}

void TopologyPage::showRacks(bool shown)
{
    rackButton_->setChecked(shown);
    allRacks_->setVisible(shown);
    tab_.showPage(shown ? racks_ : nullptr);
    if (shown)
        racks_->setFocus();
}

void TopologyPage::insertPart(const QString& kind, const QString& component)
{
    if (!scene_)
        return;
    const QString why = widgets::insertPart(*scene_, kind, component, tab_.view()->visibleRect().center());
    if (!why.isEmpty())
        emit refused(why);
}

void TopologyPage::editFabric(const QString& id)
{
    const auto& known = model_.project().topology.fabrics;
    const auto found =
        std::find_if(known.begin(), known.end(), [&](const auto& each) { return each.id == id.toStdString(); });
    project::Fabric fabric;
    if (found != known.end()) {
        fabric = *found;
    } else {
        fabric.id = freshFabricId(model_.project()).toStdString();
        fabric.fields["generate"] = "leaf-spine";
        // The default is the present adapter of the nodes.
        if (!known.empty() && known.front().fields.contains("nic"))
            fabric.fields["nic"] = known.front().fields["nic"];
    }
    auto* form = new FabricForm(model_.project(), files_.library(), fabric, &tab_);
    form->setAttribute(Qt::WA_DeleteOnClose);
    setManualPage(*form, "fabrics");
    connect(form, &QDialog::accepted, this, [this, form] { takeFabric(*form); });
    form->open();
}

void TopologyPage::takeFabric(const FabricForm& form)
{
    const project::Fabric fabric = form.fabric();
    const QString id = QString::fromStdString(fabric.id);
    const auto& known = model_.project().topology.fabrics;
    const bool isNew = std::none_of(known.begin(), known.end(), [&](const auto& each) { return each.id == fabric.id; });
    model_.undoStack()->beginMacro(isNew ? tr("Add fabric %1").arg(id) : tr("Change fabric %1").arg(id));
    setFabric(model_, id, fabric);
    if (form.holds() && scene_->fabric() != id)
        chooseFabric(model_, id);
    model_.undoStack()->endMacro();
}

void addNodeLoads(const record::Summary& summary, QHash<QString, GroupLoads>& loads)
{
    for (const auto& group : summary.nodes) {
        const std::size_t count = std::max({group.processor.size(), group.disk.size(), group.network.size()});
        QVector<NodeLoad>& nodes = loads[QString::fromStdString(group.nodeGroup)].nodes;
        nodes.fill({}, static_cast<qsizetype>(count));
        const auto take = [&](const std::vector<double>& shares, std::optional<double> NodeLoad::*part) {
            for (std::size_t i = 0; i < shares.size(); ++i)
                if (std::isfinite(shares[i]))
                    nodes[static_cast<qsizetype>(i)].*part = shares[i];
        };
        take(group.processor, &NodeLoad::processor);
        take(group.disk, &NodeLoad::disk);
        take(group.network, &NodeLoad::network);
    }
}

} // namespace headroom::app
