#include "widgets/diagram/part_palette.h"

#include "widgets/diagram/part_kinds.h"
#include "widgets/diagram/topology_scene.h"
#include "widgets/look/look.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>

namespace headroom::widgets {

namespace {

constexpr int kindRole = Qt::UserRole;
constexpr int componentRole = Qt::UserRole + 1;
constexpr int helpRole = Qt::UserRole + 2;

QString kindOf(const QTreeWidgetItem* item)
{
    return item ? item->data(0, kindRole).toString() : QString();
}

QTreeWidgetItem* addPart(QTreeWidgetItem* parent, const QString& title, const QString& kind, const QString& component,
                         const QString& iconName, const QString& help)
{
    auto* item = new QTreeWidgetItem(parent, {title});
    if (!iconName.isEmpty())
        item->setIcon(0, icon(iconName));
    item->setData(0, kindRole, kind);
    item->setData(0, componentRole, component);
    item->setData(0, helpRole, help);
    item->setToolTip(0, help);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled);
    return item;
}

} // namespace

PartTree::PartTree(QWidget* parent) : QTreeWidget(parent)
{
    setHeaderHidden(true);
    setIndentation(2 * rhythm::step);
    setIconSize({16, 16});
    setDragEnabled(true);
    setDragDropMode(DragOnly);
    setFrameShape(NoFrame);
    setMouseTracking(true);
    setUniformRowHeights(true);
    setAccessibleName(tr("Parts of the topology"));
}

QStringList PartTree::mimeTypes() const
{
    return {partMimeType};
}

QMimeData* PartTree::mimeData(const QList<QTreeWidgetItem*>& items) const
{
    const QString kind = items.isEmpty() ? QString() : kindOf(items.first());
    if (kind.isEmpty())
        return nullptr;
    auto* part = new QMimeData;
    part->setData(partMimeType, (kind + '\n' + items.first()->data(0, componentRole).toString()).toUtf8());
    return part;
}

PartPalette::PartPalette(QWidget* parent)
    : QWidget(parent), search_(new QLineEdit), tree_(new PartTree), help_(new QLabel)
{
    search_->setPlaceholderText(tr("Search parts …"));
    search_->setAccessibleName(tr("Search parts"));
    search_->setClearButtonEnabled(true);
    search_->installEventFilter(this);
    help_->setWordWrap(true);
    help_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    help_->setMinimumHeight(3 * QFontMetrics(smallFont()).lineSpacing());
    setLook(help_, Look::dim);
    help_->setFont(smallFont());

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(rhythm::margin, rhythm::half, rhythm::margin, rhythm::step);
    column->setSpacing(rhythm::step);
    column->addWidget(search_);
    column->addWidget(tree_, 1);
    column->addWidget(help_);
    fill();

    connect(search_, &QLineEdit::textChanged, this, &PartPalette::filter);
    connect(tree_, &QTreeWidget::itemActivated, this, &PartPalette::request);
    connect(tree_, &QTreeWidget::itemEntered, this, &PartPalette::showHelp);
    connect(tree_, &QTreeWidget::currentItemChanged, this, &PartPalette::showHelp);
}

void PartPalette::setLibrary(std::shared_ptr<const project::ComponentLibrary> library)
{
    library_ = std::move(library);
    fill();
}

void PartPalette::setRoles(const QStringList& roles)
{
    if (roles == roles_)
        return;
    roles_ = roles;
    fill();
}

void PartPalette::fill()
{
    tree_->clear();
    QHash<QString, QTreeWidgetItem*> headings;
    const auto heading = [&](const QString& title) {
        QTreeWidgetItem*& item = headings[title];
        if (!item) {
            item = new QTreeWidgetItem(tree_, {title});
            item->setFlags(Qt::ItemIsEnabled);
            item->setFont(0, smallFont());
            item->setForeground(0, palette().brush(QPalette::PlaceholderText));
            item->setExpanded(true);
        }
        return item;
    };
    for (const PartKind& kind : partKinds()) {
        auto* item = addPart(heading(kind.heading), kind.label, kind.name, {}, kind.icon, kind.help);
        for (const auto* component :
             library_ ? library_->ofKinds({kind.name.toStdString()}) : std::vector<const project::Component*>())
            addPart(item, QString::fromStdString(component->model), kind.name, QString::fromStdString(component->id),
                    {}, QString::fromStdString(project::keyFigures(*component)));
    }
    for (const QString& role : roles_)
        addPart(heading(tr("Roles")), role, "role", role, "code-function",
                tr("Software of the project. Drop it on the node group that carries it."));
    filter(search_->text());
}

void PartPalette::filter(const QString& text)
{
    const bool searching = !text.isEmpty();
    const auto matches = [&](const QTreeWidgetItem* item) {
        return item->text(0).contains(text, Qt::CaseInsensitive) ||
               item->data(0, helpRole).toString().contains(text, Qt::CaseInsensitive);
    };
    QTreeWidgetItem* first = nullptr;
    const auto found = [&](QTreeWidgetItem* item) {
        // What is named so comes before what is only explained so.
        const bool named = item->text(0).contains(text, Qt::CaseInsensitive);
        if (!first || (named && !first->text(0).contains(text, Qt::CaseInsensitive)))
            first = item;
    };
    for (int h = 0; h < tree_->topLevelItemCount(); ++h) {
        QTreeWidgetItem* heading = tree_->topLevelItem(h);
        bool anyKind = false;
        for (int k = 0; k < heading->childCount(); ++k) {
            QTreeWidgetItem* kind = heading->child(k);
            const bool itself = matches(kind);
            if (itself)
                found(kind);
            bool anyComponent = false;
            for (int c = 0; c < kind->childCount(); ++c) {
                const bool shown = matches(kind->child(c));
                if (shown)
                    found(kind->child(c));
                kind->child(c)->setHidden(!shown && !itself);
                anyComponent |= shown;
            }
            kind->setHidden(!itself && !anyComponent);
            kind->setExpanded(searching && anyComponent && !kind->isHidden());
            anyKind |= !kind->isHidden();
        }
        heading->setHidden(!anyKind);
    }
    if (searching && first)
        tree_->setCurrentItem(first);
    else if (searching)
        help_->setText(tr("No part is called so."));
}

void PartPalette::request(QTreeWidgetItem* item)
{
    if (const QString kind = kindOf(item); !kind.isEmpty())
        emit partRequested(kind, item->data(0, componentRole).toString());
}

void PartPalette::showHelp(QTreeWidgetItem* item)
{
    help_->setText(item ? item->data(0, helpRole).toString() : QString());
}

bool PartPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == search_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            if (tree_->currentItem() && !tree_->currentItem()->isHidden())
                request(tree_->currentItem());
            return true;
        }
        if (key->key() == Qt::Key_Down) {
            tree_->setFocus();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace headroom::widgets
