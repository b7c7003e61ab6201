#include "app/sizing/size_dialog.h"

#include "app/studies/axis_row.h"
#include "project/editing/new_elements.h"
#include "project/loading.h"
#include "project/resolve/parameter_values.h"
#include "project/vocabulary/figure_names.h"
#include "widgets/theme/elided_combo_box.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>

namespace headroom::app {

using namespace widgets;
using project::Parameter;

namespace {

constexpr int dialogWidth = 820, dialogHeight = 640;
constexpr int mostYearly = 1000, mostYearsAhead = 30;

void clear(QLayout* layout)
{
    while (QLayoutItem* item = layout->takeAt(0)) {
        if (item->widget()) {
            item->widget()->hide();
            item->widget()->setParent(nullptr);
            item->widget()->deleteLater(); // deleted later, because a click on it may be the cause
        }
        delete item;
    }
}

QToolButton* removeButton(const QString& title)
{
    auto* remove = new QToolButton;
    setLook(remove, Look::flat);
    remove->setIcon(icon("edit-delete"));
    remove->setAccessibleName(title);
    remove->setToolTip(title);
    return remove;
}

/// A combo of alternatives, or a line; both hold the value as it is typed.
QWidget* editorOf(const Parameter& parameter)
{
    const QString name = text(parameter.name), value = text(project::settingText(parameter.value));
    const bool closed = parameter.type == project::ParameterType::choice ||
                        parameter.type == project::ParameterType::component ||
                        parameter.type == project::ParameterType::flag;
    QStringList offered;
    for (const project::Json& each : parameter.alternatives)
        offered.append(text(project::settingText(each)));
    if (parameter.type == project::ParameterType::flag && offered.isEmpty())
        offered = {"false", "true"};
    if (!closed) {
        auto* line = named(new QLineEdit(value), "given " + name);
        line->setAccessibleName(name);
        return line;
    }
    auto* combo = named(new ElidedComboBox, "given " + name);
    combo->setAccessibleName(name);
    if (!offered.contains(value))
        offered.prepend(value);
    combo->addItems(offered);
    combo->setCurrentText(value);
    return combo;
}

QString valueOf(const QWidget* editor)
{
    const auto* combo = qobject_cast<const QComboBox*>(editor);
    return combo ? combo->currentText() : qobject_cast<const QLineEdit*>(editor)->text().trimmed();
}

} // namespace

SizeDialog::SizeDialog(DocumentFiles::Library library, QWidget* parent)
    : Dialog(parent), library_(std::move(library)), systems_(new ElidedComboBox), story_(new QLabel),
      problem_(new QLabel), given_(new QFormLayout), choice_(new QVBoxLayout), goals_(new QVBoxLayout),
      budget_(new QLineEdit), yearly_(new QSpinBox), years_(new QSpinBox),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel))
{
    setObjectName("sizeDialog");
    setWindowTitle(tr("Size a cluster"));
    resize(dialogWidth, dialogHeight);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(rhythm::margin, rhythm::margin, rhythm::margin, rhythm::margin);
    column->setSpacing(rhythm::step);
    column->addWidget(makeSystem());
    const auto section = [&](const QString& title, QLayout* layout, const QString& add, const char* name, auto&& slot) {
        column->addSpacing(rhythm::step);
        column->addWidget(sectionHeading(title));
        column->addLayout(layout);
        if (add.isEmpty())
            return;
        auto* button = named(new QPushButton(icon("list-add"), add), name);
        connect(button, &QPushButton::clicked, this, slot);
        column->addWidget(button, 0, Qt::AlignLeft);
    };
    section(tr("It has to meet"), goals_, tr("Add a goal"), "addSizingGoal", [this] {
        const auto figures = project::figuresOf(system_);
        addGoal({figures.empty() ? "price" : figures.front(), true, {}});
        take();
    });
    section(tr("May be chosen"), choice_, tr("Add a parameter"), "addSizingChoice", [this] { addChoice(); });
    section(tr("Is given"), given_, {}, "", [] {});
    column->addStretch();
    auto* scrolled = new QScrollArea;
    scrolled->setWidgetResizable(true);
    scrolled->setFrameShape(QFrame::NoFrame);
    scrolled->setWidget(content);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scrolled, 1);
    whole->addWidget(makeFoot());
    connect(systems_, &QComboBox::currentIndexChanged, this, &SizeDialog::chooseSystem);
    chooseSystem();
}

QWidget* SizeDialog::makeSystem()
{
    systems_->setObjectName("sizingSystem");
    systems_->setAccessibleName(tr("System"));
    const auto samples = DocumentFiles::samples();
    for (auto each = samples.begin(); each != samples.end(); ++each) {
        systems_->addItem(each.key());
        paths_.append(each.value());
    }
    story_->setWordWrap(true);
    setLook(story_, Look::dim);
    auto* area = new QWidget;
    auto* column = new QVBoxLayout(area);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(rhythm::half);
    column->addWidget(sectionHeading(tr("System")));
    column->addWidget(systems_, 0, Qt::AlignLeft);
    column->addWidget(story_);
    return area;
}

QWidget* SizeDialog::makeFoot()
{
    budget_->setObjectName("sizingBudget");
    budget_->setAccessibleName(tr("Budget"));
    budget_->setPlaceholderText(tr("none, or as in 50000 USD"));
    yearly_->setObjectName("sizingYearly");
    yearly_->setAccessibleName(tr("Growth in a year"));
    yearly_->setRange(0, mostYearly);
    yearly_->setSuffix(tr(" % a year"));
    yearly_->setSpecialValueText(tr("no growth"));
    years_->setObjectName("sizingYears");
    years_->setAccessibleName(tr("Years to look ahead"));
    years_->setRange(1, mostYearsAhead);
    years_->setValue(sizing_.years);
    years_->setPrefix(tr("for "));
    years_->setSuffix(tr(" years"));
    problem_->setObjectName("sizingProblem");
    problem_->setWordWrap(true);
    setLook(problem_, Look::dim);
    buttons_->button(QDialogButtonBox::Ok)->setText(tr("Find the cheapest"));
    buttons_->button(QDialogButtonBox::Ok)->setObjectName("findSized");
    setLook(buttons_->button(QDialogButtonBox::Ok), Look::primary);
    auto* foot = new QWidget;
    auto* column = new QVBoxLayout(foot);
    column->setContentsMargins(rhythm::margin, rhythm::step, rhythm::margin, rhythm::margin);
    auto* row = new QHBoxLayout;
    row->addWidget(new QLabel(tr("Budget")));
    row->addWidget(budget_);
    row->addSpacing(2 * rhythm::step);
    row->addWidget(new QLabel(tr("The load grows by")));
    row->addWidget(yearly_);
    row->addWidget(years_);
    row->addStretch();
    column->addLayout(row);
    auto* last = new QHBoxLayout;
    last->addWidget(problem_, 1);
    last->addWidget(buttons_);
    column->addLayout(last);
    connect(budget_, &QLineEdit::textChanged, this, &SizeDialog::take);
    connect(yearly_, &QSpinBox::valueChanged, this, &SizeDialog::take);
    connect(years_, &QSpinBox::valueChanged, this, &SizeDialog::take);
    connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return foot;
}

QString SizeDialog::folder() const
{
    return systems_->currentIndex() < 0 ? QString() : QFileInfo(paths_[systems_->currentIndex()]).path();
}

void SizeDialog::chooseSystem()
{
    system_ = {};
    components_ = *library_;
    if (systems_->currentIndex() >= 0) {
        project::Loading loading = project::loadWhole(paths_[systems_->currentIndex()].toStdString(), {*library_, {}});
        if (loading.whole)
            system_ = std::move(loading.whole->project);
        project::Findings told; // when the project is checked
        components_.add(system_.components, "/components", told);
    }
    story_->setText(text(system_.description));
    sizing_ = proposalFor(system_);
    clear(goals_);
    goalRows_.clear();
    for (const SizingGoal& goal : sizing_.goals)
        addGoal(goal);
    showChoice();
    showGiven();
    take();
}

/// The parameters that may not be chosen.
void SizeDialog::showGiven()
{
    std::vector<std::pair<std::string, QString>> typedBefore;
    for (const GivenRow& row : givenRows_)
        typedBefore.emplace_back(row.parameter, valueOf(row.editor));
    while (given_->rowCount() > 0)
        given_->removeRow(0);
    givenRows_.clear();
    for (const Parameter& parameter : system_.parameters) {
        if (std::any_of(sizing_.choice.begin(), sizing_.choice.end(),
                        [&](const auto& axis) { return axis.parameter == parameter.name; }))
            continue;
        QWidget* editor = editorOf(parameter);
        for (const auto& [name, value] : typedBefore)
            if (auto* line = qobject_cast<QLineEdit*>(editor); line && name == parameter.name)
                line->setText(value);
            else if (auto* combo = qobject_cast<QComboBox*>(editor); combo && name == parameter.name)
                combo->setCurrentText(value);
        if (auto* line = qobject_cast<QLineEdit*>(editor))
            connect(line, &QLineEdit::textChanged, this, &SizeDialog::take);
        else
            connect(qobject_cast<QComboBox*>(editor), &QComboBox::currentIndexChanged, this, &SizeDialog::take);
        editor->setToolTip(text(parameter.description));
        auto* fault = named(new QLabel, "fault " + text(parameter.name));
        fault->setWordWrap(true);
        fault->hide();
        setLook(fault, Look::error);
        auto* both = new QWidget;
        auto* column = new QVBoxLayout(both);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(rhythm::half);
        column->addWidget(editor);
        column->addWidget(fault);
        given_->addRow(text(parameter.name), both);
        givenRows_.push_back({parameter.name, editor, fault});
    }
}

void SizeDialog::showChoice()
{
    clear(choice_);
    for (std::size_t i = 0; i < sizing_.choice.size(); ++i) {
        QStringList taken;
        for (std::size_t other = 0; other < sizing_.choice.size(); ++other)
            if (other != i)
                taken.append(text(sizing_.choice[other].parameter));
        auto* row = new AxisRow;
        row->show(system_, sizing_.choice[i], taken);
        connect(row, &AxisRow::changed, this, [this, i](const project::StudyAxis& axis) {
            sizing_.choice[i] = axis;
            showChoice();
            showGiven();
            take();
        });
        connect(row, &AxisRow::removeWanted, this, [this, i] {
            sizing_.choice.erase(sizing_.choice.begin() + static_cast<std::ptrdiff_t>(i));
            showChoice();
            showGiven();
            take();
        });
        choice_->addWidget(row);
    }
}

void SizeDialog::addChoice()
{
    for (const Parameter& parameter : system_.parameters) {
        if (std::any_of(sizing_.choice.begin(), sizing_.choice.end(),
                        [&](const auto& axis) { return axis.parameter == parameter.name; }))
            continue;
        sizing_.choice.push_back(project::usualAxis(parameter));
        break;
    }
    showChoice();
    showGiven();
    take();
}

void SizeDialog::addGoal(const SizingGoal& goal)
{
    GoalRow row{new QWidget, new ElidedComboBox, new ElidedComboBox, new QLineEdit(text(goal.limit))};
    const QString place = QString::number(goalRows_.size());
    row.figure->setObjectName("sizingFigure " + place);
    row.figure->setAccessibleName(tr("Figure"));
    for (const std::string& figure : project::figuresOf(system_))
        row.figure->addItem(text(figure));
    if (row.figure->findText(text(goal.figure)) < 0)
        row.figure->addItem(text(goal.figure));
    row.figure->setCurrentText(text(goal.figure));
    row.side->setAccessibleName(tr("Side"));
    row.side->setObjectName("sizingSide " + place);
    row.side->addItems({tr("at most"), tr("at least")});
    row.side->setCurrentIndex(goal.atMost ? 0 : 1);
    row.limit->setObjectName("sizingLimit " + place);
    row.limit->setAccessibleName(tr("Limit"));
    row.limit->setPlaceholderText(tr("as in 50 ms, 2000 /s, 400 TB"));
    auto* remove = removeButton(tr("Remove this goal"));
    auto* line = new QHBoxLayout(row.row);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(row.figure, 2);
    line->addWidget(row.side);
    line->addWidget(row.limit, 1);
    line->addWidget(remove);
    goals_->addWidget(row.row);
    goalRows_.push_back(row);
    connect(row.figure, &QComboBox::currentIndexChanged, this, &SizeDialog::take);
    connect(row.side, &QComboBox::currentIndexChanged, this, &SizeDialog::take);
    connect(row.limit, &QLineEdit::textChanged, this, &SizeDialog::take);
    connect(remove, &QToolButton::clicked, this, [this, widget = row.row] {
        std::erase_if(goalRows_, [&](const GoalRow& each) { return each.row == widget; });
        widget->hide();
        widget->deleteLater();
        take();
    });
}

/// Shows what is wrong with each value that is given. Returns the first of it as a sentence; empty if all are valid.
std::string SizeDialog::showFaults()
{
    std::string first;
    for (const GivenRow& row : givenRows_) {
        const Parameter& parameter = *project::findParameter(system_, row.parameter);
        const auto fault = project::faultOf(
            parameter, project::valueFromText(parameter, valueOf(row.editor).toStdString()), components_);
        row.fault->setText(fault ? text(fault->problem + ' ' + fault->remedy) : QString());
        row.fault->setVisible(fault.has_value());
        setFaulty(row.editor, fault.has_value());
        if (fault && first.empty())
            first = row.parameter + ": " + fault->problem;
    }
    return first;
}

/// Takes the content of the editors, and checks whether it can be searched.
void SizeDialog::take()
{
    sizing_.values.clear();
    for (const GivenRow& row : givenRows_)
        sizing_.values.emplace_back(row.parameter, valueOf(row.editor).toStdString());
    sizing_.goals.clear();
    for (const GoalRow& row : goalRows_)
        sizing_.goals.push_back({row.figure->currentText().toStdString(), row.side->currentIndex() == 0,
                                 row.limit->text().trimmed().toStdString()});
    sizing_.budget = budget_->text().trimmed().toStdString();
    sizing_.yearly = yearly_->value();
    sizing_.years = years_->value();
    years_->setEnabled(sizing_.yearly > 0);
    std::string fault = showFaults();
    if (fault.empty())
        fault = faultOf(system_, sizing_);
    problem_->setText(text(fault));
    buttons_->button(QDialogButtonBox::Ok)->setEnabled(fault.empty());
}

} // namespace headroom::app
