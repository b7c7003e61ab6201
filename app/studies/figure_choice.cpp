#include "app/studies/figure_choice.h"

#include "widgets/theme/theme.h"

#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QVBoxLayout>
#include <QWidgetAction>

namespace headroom::app {

namespace {

constexpr int listWide = 300, listHigh = 280;

} // namespace

FigureChoice::FigureChoice(QWidget* parent)
    : QPushButton(parent), list_(widgets::named(new QListWidget, "studyFigureList", tr("Figures to report"))),
      filter_(widgets::named(new QLineEdit, "studyFigureFilter"))
{
    setObjectName("studyFigures");
    list_->setMinimumSize(listWide, listHigh);
    list_->setUniformItemSizes(true);
    filter_->setPlaceholderText(tr("Search for a figure"));
    filter_->setClearButtonEnabled(true);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(widgets::rhythm::step, widgets::rhythm::step, widgets::rhythm::step,
                               widgets::rhythm::step);
    column->addWidget(filter_);
    column->addWidget(list_);
    auto* popup = new QMenu(this);
    auto* whole = new QWidgetAction(popup);
    whole->setDefaultWidget(content);
    popup->addAction(whole);
    setMenu(popup);
    connect(filter_, &QLineEdit::textChanged, this, &FigureChoice::filter);
    connect(popup, &QMenu::aboutToShow, this, [this] {
        filter_->clear();
        filter_->setFocus();
    });
    connect(popup, &QMenu::aboutToHide, this, [this] {
        if (const QStringList figures = ticked(); figures != shown_)
            emit chosen(figures);
    });
    setFigures({}, {});
}

void FigureChoice::setFigures(const QStringList& offered, const QStringList& chosen)
{
    shown_ = chosen;
    QStringList all = chosen; // ticked ones first, in their order: it is that of the columns
    for (const QString& figure : offered)
        if (!all.contains(figure))
            all.append(figure);
    list_->clear();
    for (const QString& figure : std::as_const(all)) {
        auto* item = new QListWidgetItem(figure, list_);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(chosen.contains(figure) ? Qt::Checked : Qt::Unchecked);
    }
    setText(chosen.isEmpty()     ? tr("The usual figures")
            : chosen.size() == 1 ? tr("1 figure")
                                 : tr("%1 figures").arg(chosen.size()));
    setToolTip(chosen.isEmpty() ? tr("Throughput and latency of each operation, completion of jobs, derived results, "
                                     "price and power")
                                : chosen.join('\n'));
}

QStringList FigureChoice::ticked() const
{
    QStringList figures;
    for (int i = 0; i < list_->count(); ++i)
        if (list_->item(i)->checkState() == Qt::Checked)
            figures.append(list_->item(i)->text());
    return figures;
}

void FigureChoice::filter(const QString& word)
{
    for (int i = 0; i < list_->count(); ++i)
        list_->item(i)->setHidden(!list_->item(i)->text().contains(word, Qt::CaseInsensitive));
}

} // namespace headroom::app
