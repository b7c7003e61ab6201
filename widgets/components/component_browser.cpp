#include "widgets/components/component_browser.h"

#include "project/vocabulary/component_kinds.h"
#include "widgets/components/comparison_columns.h"
#include "widgets/components/component_form.h"
#include "widgets/components/component_table.h"
#include "widgets/components/figure_units.h"
#include "widgets/components/price_chart.h"
#include "widgets/parameters/fields/component_names.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace headroom::widgets {

namespace {

constexpr int rowHeight = 28;
constexpr int nameWidth = 280;
constexpr int widestColumn = 320;
constexpr int picksAtMost = 6; ///< more columns are hard to compare

/// Missing figures come last in both sort orders.
class FigureSorting : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override
    {
        const bool known = left.data(sortRole()).isValid(), otherKnown = right.data(sortRole()).isValid();
        if (known != otherKnown)
            return known == (sortOrder() == Qt::AscendingOrder);
        return QSortFilterProxyModel::lessThan(left, right);
    }
};

bool mayReplace(const project::Component& a, const project::Component& b)
{
    return project::areInterchangeable(a.kind, b.kind);
}

} // namespace

ComponentBrowser::ComponentBrowser(QWidget* parent)
    : QWidget(parent), kind_(new QComboBox), search_(new QLineEdit), view_(new QTableView),
      table_(new ComponentTable(this)), sorted_(new FigureSorting(this)), columns_(new ComparisonColumns),
      chart_(new PriceChart), figure_(new QComboBox), swap_(new QToolButton), edit_(new QPushButton(tr("Edit …"))),
      copy_(new QPushButton(tr("Copy …"))), remove_(new QPushButton(tr("Remove")))
{
    setObjectName("componentBrowser");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeToolRow());
    auto* halves = new QSplitter(Qt::Vertical);
    halves->addWidget(makeTable());
    halves->addWidget(makeLower());
    halves->setStretchFactor(0, 1);
    halves->setStretchFactor(1, 1);
    halves->setChildrenCollapsible(false);
    column->addWidget(halves, 1);
    showPicked();
}

QWidget* ComponentBrowser::makeToolRow()
{
    auto* tools = new QWidget;
    auto* line = new QHBoxLayout(tools);
    line->setContentsMargins(rhythm::margin, rhythm::step, rhythm::margin, rhythm::step);
    line->setSpacing(rhythm::step);
    kind_->setObjectName("componentKind");
    kind_->setAccessibleName(tr("Kind of component"));
    for (const auto& kind : project::componentKinds())
        kind_->addItem(kindHeading(kind.name), QString::fromStdString(kind.name));
    search_->setObjectName("componentSearch");
    search_->setPlaceholderText(tr("Search components …"));
    search_->setAccessibleName(tr("Search components"));
    search_->setClearButtonEnabled(true);
    search_->setMinimumWidth(120);
    search_->setMaximumWidth(320);
    copy_->setToolTip(tr("A new component of your own that starts with the figures of this one"));
    auto* add = named(new QPushButton(icon("list-add"), tr("New …")), "newComponent", tr("New component"));
    swap_->setObjectName("swapComponent");
    swap_->setText(tr("Use instead of"));
    swap_->setToolTip(tr("Uses the selected component wherever the project names the other one"));
    swap_->setPopupMode(QToolButton::InstantPopup);
    swap_->setMenu(new QMenu(swap_));
    edit_->setObjectName("editComponent");
    copy_->setObjectName("copyComponent");
    remove_->setObjectName("removeComponent");
    line->addWidget(kind_);
    line->addWidget(search_, 1);
    line->addStretch();
    for (QWidget* button : {static_cast<QWidget*>(swap_), static_cast<QWidget*>(edit_), static_cast<QWidget*>(copy_),
                            static_cast<QWidget*>(remove_), static_cast<QWidget*>(add)})
        line->addWidget(button);

    connect(kind_, &QComboBox::currentIndexChanged, this, &ComponentBrowser::fill);
    connect(search_, &QLineEdit::textChanged, sorted_, &QSortFilterProxyModel::setFilterFixedString);
    connect(add, &QPushButton::clicked, this, [this] {
        project::Component fresh;
        fresh.kind = kind_->currentData().toString().toStdString();
        openForm(fresh, true);
    });
    connect(edit_, &QPushButton::clicked, this, [this] { openForm(*current(), false); });
    connect(copy_, &QPushButton::clicked, this, [this] {
        project::Component copy = *current();
        copy.id.clear();
        copy.model += tr(" (copy)").toStdString();
        openForm(copy, true);
    });
    connect(remove_, &QPushButton::clicked, this,
            [this] { emit removeRequested(QString::fromStdString(current()->id)); });
    connect(swap_->menu(), &QMenu::aboutToShow, this, &ComponentBrowser::fillSwapMenu);
    return tools;
}

QWidget* ComponentBrowser::makeTable()
{
    sorted_->setSourceModel(table_);
    sorted_->setSortRole(ComponentTable::sortRole);
    sorted_->setFilterRole(ComponentTable::searchRole);
    sorted_->setFilterCaseSensitivity(Qt::CaseInsensitive);
    view_->setObjectName("componentTable");
    view_->setAccessibleName(tr("Components"));
    view_->setModel(sorted_);
    view_->setSortingEnabled(true);
    view_->sortByColumn(ComponentTable::nameColumn, Qt::AscendingOrder);
    view_->setSelectionBehavior(QAbstractItemView::SelectRows);
    view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view_->setShowGrid(false);
    view_->setWordWrap(false);
    view_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view_->setTabKeyNavigation(false);
    view_->verticalHeader()->hide();
    view_->verticalHeader()->setDefaultSectionSize(rowHeight);
    view_->horizontalHeader()->setHighlightSections(false);
    connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ComponentBrowser::showPicked);
    return view_;
}

QWidget* ComponentBrowser::makeLower()
{
    auto* halves = new QSplitter(Qt::Horizontal);
    halves->addWidget(columns_);
    auto* right = new QWidget;
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(rhythm::margin, rhythm::step, rhythm::margin, rhythm::step);
    auto* line = new QHBoxLayout;
    auto* heading = new QLabel(tr("Price against"));
    setLook(heading, Look::dim);
    heading->setBuddy(figure_);
    figure_->setObjectName("chartFigure");
    figure_->setAccessibleName(tr("Figure to plot the price against"));
    line->addWidget(heading);
    line->addWidget(figure_);
    line->addStretch();
    column->addLayout(line);
    column->addWidget(chart_, 1);
    halves->addWidget(right);
    halves->setSizes({500, 500});
    halves->setChildrenCollapsible(false);
    connect(figure_, &QComboBox::currentIndexChanged, this, &ComponentBrowser::showChart);
    connect(chart_, &PriceChart::picked, this, &ComponentBrowser::pick);
    return halves;
}

void ComponentBrowser::setLibrary(const project::ComponentLibrary* library, std::set<std::string> own)
{
    library_ = library;
    own_ = std::move(own);
    fill();
}

void ComponentBrowser::setUses(std::map<std::string, int> uses)
{
    if (uses == uses_)
        return;
    uses_ = std::move(uses);
    fill();
}

void ComponentBrowser::showKind(const QString& kind)
{
    kind_->setCurrentIndex(kind_->findData(kind));
}

void ComponentBrowser::fill()
{
    const QStringList before = picked();
    const std::string kind = kind_->currentData().toString().toStdString();
    std::vector<project::Component> components;
    if (library_)
        for (const project::Component* component : library_->ofKinds({kind}))
            components.push_back(*component);
    table_->setComponents(kind, std::move(components), uses_, own_);
    view_->resizeColumnsToContents();
    for (int column = 0; column < table_->columnCount(); ++column)
        view_->setColumnWidth(column, std::min(view_->columnWidth(column), widestColumn));
    view_->setColumnWidth(ComponentTable::nameColumn, nameWidth);
    fillFigures();
    for (const QString& id : before)
        pick(id);
    showPicked();
}

void ComponentBrowser::fillFigures()
{
    const QSignalBlocker quiet(figure_);
    const std::string kind = kind_->currentData().toString().toStdString();
    const project::ComponentKind* known = project::findComponentKind(kind);
    const QString wanted = known ? QString::fromStdString(known->mainFigure) : QString();
    figure_->clear();
    for (const std::string& figure : table_->figures())
        if (unitOf(figure).base != "USD" && !figure.starts_with("price") && figure != "ports")
            figure_->addItem(figureLabel(kind, figure), QString::fromStdString(figure));
    figure_->setCurrentIndex(std::max(0, figure_->findData(wanted)));
}

void ComponentBrowser::pick(const QString& id)
{
    const QModelIndex index = sorted_->mapFromSource(table_->index(table_->rowOf(id), 0));
    if (!index.isValid())
        return;
    view_->selectionModel()->select(index, QItemSelectionModel::Select | QItemSelectionModel::Rows);
    view_->selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
    view_->scrollTo(index);
}

QStringList ComponentBrowser::picked() const
{
    QStringList ids;
    for (const QModelIndex& index : view_->selectionModel()->selectedRows())
        ids.append(QString::fromStdString(table_->component(sorted_->mapToSource(index).row()).id));
    return ids;
}

const project::Component* ComponentBrowser::current() const
{
    const QStringList ids = picked();
    return library_ && ids.size() == 1 ? library_->find(ids.front().toStdString()) : nullptr;
}

void ComponentBrowser::showPicked()
{
    std::vector<project::Component> chosen;
    for (const QString& id : picked().mid(0, picksAtMost))
        if (const auto* component = library_ ? library_->find(id.toStdString()) : nullptr)
            chosen.push_back(*component);
    columns_->setComponents(chosen);
    const project::Component* one = current();
    const bool own = one && own_.contains(one->id);
    edit_->setEnabled(own);
    edit_->setToolTip(own || !one ? QString() : tr("It belongs to a library; copy it to change it."));
    remove_->setEnabled(own);
    copy_->setEnabled(one != nullptr);
    swap_->setEnabled(one != nullptr);
    showChart();
}

void ComponentBrowser::showChart()
{
    std::vector<project::Component> components;
    for (int row = 0; row < table_->rowCount(); ++row)
        components.push_back(table_->component(row));
    std::set<std::string> chosen;
    for (const QString& id : picked())
        chosen.insert(id.toStdString());
    chart_->setComponents(components, figure_->currentData().toString().toStdString(), chosen);
}

void ComponentBrowser::openForm(const project::Component& component, bool isNew)
{
    QStringList taken;
    for (const project::Component* each : library_ ? library_->all() : std::vector<const project::Component*>())
        if (isNew || each->id != component.id)
            taken.append(QString::fromStdString(each->id));
    auto* form = new ComponentForm(component, taken, this);
    form->setAttribute(Qt::WA_DeleteOnClose);
    connect(form, &QDialog::accepted, this, [this, form] {
        const project::Component made = form->component();
        emit saveRequested(made);
        showKind(QString::fromStdString(made.kind));
        view_->clearSelection();
        pick(QString::fromStdString(made.id));
    });
    form->open();
}

void ComponentBrowser::fillSwapMenu()
{
    swap_->menu()->clear();
    const project::Component* chosen = current();
    for (const auto& [id, count] : uses_) {
        const auto* used = library_ ? library_->find(id) : nullptr;
        if (!chosen || !used || used == chosen || !mayReplace(*used, *chosen))
            continue;
        swap_->menu()->addAction(tr("%1 (used %2 ×)").arg(titleOf(*used)).arg(count), this,
                                 [this, from = QString::fromStdString(id), to = QString::fromStdString(chosen->id)] {
                                     emit swapRequested(from, to);
                                 });
    }
    if (swap_->menu()->isEmpty())
        swap_->menu()->addAction(tr("The project uses no other component of this kind"))->setEnabled(false);
}

} // namespace headroom::widgets
