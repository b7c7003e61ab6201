#include "app/document/findings_view.h"

#include "widgets/controls/dialog.h"
#include "widgets/document/lookup/place_at.h"
#include "widgets/plots/chart/chart_widget.h"
#include "widgets/theme/severity_sign.h"
#include "widgets/theme/theme.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom::app {

namespace {

constexpr double mostForPlace = 0.3, mostForProblem = 0.35; // of the width

/// Makes a row as high as its texts need when they are wrapped at their columns. A tree does not do that by itself.
class WrappedTexts : public QStyledItemDelegate
{
public:
    explicit WrappedTexts(QTreeWidget* list) : QStyledItemDelegate(list), list_(list) {}

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyleOptionViewItem whole = option;
        initStyleOption(&whole, index);
        whole.rect = QRect(0, 0, list_->columnWidth(index.column()), QWIDGETSIZE_MAX);
        const QStyle& style = *list_->style();
        const int margin = style.pixelMetric(QStyle::PM_FocusFrameHMargin, &whole, list_) + 1;
        const int width = style.subElementRect(QStyle::SE_ItemViewItemText, &whole, list_).width() - 2 * margin;
        const int text =
            whole.fontMetrics.boundingRect(QRect(0, 0, std::max(width, 1), 0), Qt::TextWordWrap, whole.text).height();
        whole.features &= ~QStyleOptionViewItem::WrapText;
        const QSize line = style.sizeFromContents(QStyle::CT_ItemViewItem, &whole, {}, list_);
        return {line.width(), line.height() + std::max(0, text - whole.fontMetrics.height())};
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->decorationAlignment = Qt::AlignTop | Qt::AlignHCenter; // beside the first line
    }

private:
    QTreeWidget* list_;
};

} // namespace

FindingsView::FindingsView(const QString& emptySentence, QWidget* parent)
    : QStackedWidget(parent), list_(widgets::named(new QTreeWidget, "findings"))
{
    list_->setHeaderLabels({tr("Place"), tr("Problem"), tr("Remedy")});
    list_->setRootIsDecorated(false);
    list_->setItemDelegate(new WrappedTexts(list_));
    list_->setWordWrap(true);
    list_->setTextElideMode(Qt::ElideRight);
    list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    list_->header()->setStretchLastSection(true);
    connect(list_->header(), &QHeaderView::sectionResized, list_, &QTreeWidget::doItemsLayout, Qt::QueuedConnection);
    QWidget* nothing = widgets::emptyPage(emptySentence);
    empty_ = nothing->findChild<QLabel*>();
    addWidget(nothing);
    addWidget(list_);
    connect(list_, &QTreeWidget::itemActivated, this,
            [this](QTreeWidgetItem* item) { emit chosen(item->data(0, Qt::UserRole).toString()); });
    connect(list_, &QTreeWidget::itemClicked, this,
            [this](QTreeWidgetItem* item) { emit chosen(item->data(0, Qt::UserRole).toString()); });
}

/// The remedy is read without scrolling: place and problem take no more than what they leave it.
void FindingsView::fitColumns()
{
    const int width = this->width(); // the list has the whole of it, and learns so only when it is shown
    int column = 0;
    for (const double most : {mostForPlace, mostForProblem}) {
        list_->resizeColumnToContents(column);
        const int wanted = list_->header()->sectionSize(column) + widgets::rhythm::margin;
        list_->header()->resizeSection(column, std::min(wanted, static_cast<int>(width * most)));
        ++column;
    }
}

void FindingsView::resizeEvent(QResizeEvent* event)
{
    QStackedWidget::resizeEvent(event);
    fitColumns();
}

void FindingsView::setEmptySentence(const QString& sentence)
{
    empty_->setText(sentence);
}

void FindingsView::setFindings(const project::Findings& findings)
{
    list_->clear();
    for (const project::Finding& finding : findings) {
        auto* item =
            new QTreeWidgetItem(list_, {QString::fromStdString(finding.place), QString::fromStdString(finding.problem),
                                        QString::fromStdString(finding.remedy)});
        item->setIcon(0, widgets::severityIcon(widgets::isToDo(finding) ? project::Severity::note : finding.severity));
        item->setData(0, Qt::UserRole, QString::fromStdString(finding.pointer));
        for (int column = 0; column < 3; ++column) {
            item->setToolTip(column, item->text(column));
            item->setTextAlignment(column, Qt::AlignLeft | Qt::AlignTop);
        }
    }
    setCurrentIndex(findings.empty() ? 0 : 1);
    fitColumns();
}

void showFaults(QWidget* parent, const QString& path, const project::Findings& findings)
{
    auto* dialog = widgets::named(new widgets::Dialog(parent), "faults");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(FindingsView::tr("The project cannot be opened"));
    const auto errors = std::count_if(findings.begin(), findings.end(), [](const project::Finding& finding) {
        return finding.severity == project::Severity::error;
    });
    auto* title =
        new QLabel(errors == 1 ? FindingsView::tr("One fault keeps this project from being opened.")
                               : FindingsView::tr("%1 faults keep this project from being opened.").arg(errors));
    widgets::setLook(title, widgets::Look::strong);
    auto* file = new QLabel(path);
    file->setTextInteractionFlags(Qt::TextSelectableByMouse);
    file->setWordWrap(true);
    widgets::setLook(file, widgets::Look::dim);
    auto* list = new FindingsView({});
    list->setFindings(findings);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto* column = new QVBoxLayout(dialog);
    column->setSpacing(widgets::rhythm::step);
    column->addWidget(title);
    column->addWidget(file);
    column->addWidget(list, 1);
    column->addWidget(buttons);
    dialog->resize(960, 360);
    dialog->open();
}

} // namespace headroom::app
