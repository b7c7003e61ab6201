#include "app/studies/study_editor.h"

#include "app/studies/figure_choice.h"
#include "project/editing/new_elements.h"
#include "project/resolve/parameter_values.h"
#include "project/structure/describe_studies.h"
#include "project/vocabulary/figure_names.h"
#include "widgets/controls/elided_combo_box.h"
#include "widgets/document/edits/section_edits.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>

namespace headroom::app {

using namespace widgets;
using project::Json;
using project::Study;

namespace {

constexpr qsizetype mostFaults = 6;
constexpr const char* between = "; "; // of the constraints: no expression has it

/// An editor below its name.
QWidget* labelled(const QString& title, QWidget* editor)
{
    auto* field = new QWidget;
    auto* column = new QVBoxLayout(field);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(rhythm::half - 1);
    auto* name = new QLabel(title);
    setLook(name, Look::label);
    name->setBuddy(editor);
    editor->setAccessibleName(title);
    column->addWidget(name);
    column->addWidget(editor);
    return field;
}

QString meaningOf(const char* field)
{
    return text(project::findField(project::studyFields(), field)->meaning);
}

int whole(const Study& study, const char* field)
{
    const auto found = study.fields.find(field);
    const Json value =
        found != study.fields.end() ? *found : project::findField(project::studyFields(), field)->defaultValue;
    return value.is_number_integer() ? value.get<int>() : 1;
}

QStringList textsOf(const std::vector<std::string>& words)
{
    QStringList texts;
    for (const std::string& word : words)
        texts.append(text(word));
    return texts;
}

std::vector<std::string> wordsOf(const QStringList& texts)
{
    std::vector<std::string> words;
    for (const QString& each : texts)
        if (const QString word = each.trimmed(); !word.isEmpty())
            words.push_back(word.toStdString());
    return words;
}

QSpinBox* countBox(const char* name, const char* field)
{
    auto* box = new QSpinBox;
    const auto* declared = project::findField(project::studyFields(), field);
    box->setObjectName(name);
    box->setRange(static_cast<int>(*declared->minimum), static_cast<int>(*declared->maximum));
    box->setKeyboardTracking(false);
    box->setToolTip(meaningOf(field));
    return box;
}

} // namespace

StudyEditor::StudyEditor(DocumentModel& model, QWidget* parent)
    : QWidget(parent), model_(model), form_(new QWidget), axes_(new QVBoxLayout),
      addAxis_(named(new QPushButton(icon("list-add"), tr("Vary another parameter")), "addAxis")), name_(new QLineEdit),
      duration_(new QLineEdit), constraints_(new QLineEdit), design_(new ElidedComboBox),
      points_(countBox("studyPoints", "points")), replications_(countBox("studyReplications", "replications")),
      goals_(new QCheckBox(tr("Judge the goals"))), figures_(new FigureChoice),
      plan_(named(new QLabel, "studyPlanned")), problem_(named(new QLabel, "studyFaults"))
{
    setObjectName("studyEditor");
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(form_);
    auto* column = new QVBoxLayout(form_);
    column->setContentsMargins(0, 0, rhythm::step, 0);
    column->setSpacing(rhythm::step);
    column->addWidget(sectionHeading(tr("Varied parameters")));
    axes_->setSpacing(rhythm::half);
    column->addLayout(axes_);
    column->addWidget(addAxis_, 0, Qt::AlignLeft);
    column->addWidget(sectionHeading(tr("Runs")));
    column->addWidget(makeFields());
    problem_->setWordWrap(true);
    problem_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setLook(problem_, Look::error);
    column->addWidget(plan_);
    column->addWidget(problem_);
    column->addStretch(1); // the rows of parameters would take some of the room
    connect(addAxis_, &QPushButton::clicked, this, &StudyEditor::addAxis);
    refresh();
}

QWidget* StudyEditor::makeFields()
{
    name_->setObjectName("studyName");
    design_->setObjectName("studyDesign");
    design_->setToolTip(meaningOf("design"));
    for (const project::StudyDesign& design : project::studyDesigns()) {
        design_->addItem(design.word);
        design_->setItemData(design_->count() - 1, QString(design.meaning), Qt::ToolTipRole);
    }
    duration_->setObjectName("studyDuration");
    duration_->setToolTip(meaningOf("duration"));
    constraints_->setObjectName("studyConstraints");
    constraints_->setPlaceholderText(tr("All combinations"));
    constraints_->setToolTip(tr("Only combinations for which these expressions hold are run, as in “WORKERS >= 2 * "
                                "THREADS; DISK.capacity >= 4e12”"));
    goals_->setObjectName("studyGoals");
    goals_->setToolTip(meaningOf("goals"));
    auto* area = new QWidget;
    auto* grid = new QGridLayout(area);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(rhythm::margin);
    pointsField_ = labelled(tr("Points"), points_);
    grid->addWidget(labelled(tr("Name"), name_), 0, 0);
    grid->addWidget(labelled(tr("Design"), design_), 0, 1);
    grid->addWidget(labelled(tr("Runs of each point"), replications_), 0, 2);
    grid->addWidget(pointsField_, 0, 3);
    grid->addWidget(labelled(tr("Duration of a run"), duration_), 1, 0);
    grid->addWidget(labelled(tr("Figures"), figures_), 1, 1);
    grid->addWidget(labelled(tr("Only where"), constraints_), 1, 2, 1, 2);
    grid->addWidget(goals_, 2, 0, 1, 2);
    for (int i = 0; i < 4; ++i)
        grid->setColumnStretch(i, 1);
    connect(name_, &QLineEdit::editingFinished, this, &StudyEditor::rename);
    connect(design_, &QComboBox::currentTextChanged, this,
            [this](const QString& design) { setField("design", design.toStdString(), tr("Choose a design")); });
    connect(points_, &QSpinBox::valueChanged, this,
            [this](int count) { setField("points", count, tr("Set the number of points")); });
    connect(replications_, &QSpinBox::valueChanged, this,
            [this](int count) { setField("replications", count, tr("Set the runs of a point")); });
    connect(duration_, &QLineEdit::editingFinished, this, [this] {
        const QString typed = duration_->text().trimmed();
        setField("duration", typed.isEmpty() ? Json() : Json(typed.toStdString()), tr("Set the duration of a run"));
    });
    connect(goals_, &QCheckBox::clicked, this, [this](bool on) {
        setField("goals", on ? Json() : Json("none"), on ? tr("Judge the goals") : tr("Judge no goals"));
    });
    connect(constraints_, &QLineEdit::editingFinished, this, [this] {
        Study now = study() ? *study() : Study();
        now.constraints = wordsOf(constraints_->text().split(';'));
        if (study() && now.constraints != study()->constraints)
            replace(now, tr("Constrain %1").arg(id_));
    });
    connect(figures_, &FigureChoice::chosen, this, [this](const QStringList& chosen) {
        Study now = study() ? *study() : Study();
        now.report = wordsOf(chosen);
        replace(now, tr("Choose the figures of %1").arg(id_));
    });
    return area;
}

const Study* StudyEditor::study() const
{
    const auto& all = model_.project().studies;
    const auto found =
        std::find_if(all.begin(), all.end(), [id = id_.toStdString()](const Study& each) { return each.id == id; });
    return found == all.end() ? nullptr : &*found;
}

void StudyEditor::setStudy(const QString& id)
{
    id_ = id;
    refresh();
}

void StudyEditor::setPlan(const QString& plan, const QString& problem)
{
    plan_->setText(plan);
    plan_->setVisible(!plan.isEmpty());
    QStringList faults = problem.split('\n', Qt::SkipEmptyParts);
    if (const qsizetype more = faults.size() - mostFaults; more > 0)
        faults = faults.first(mostFaults) << tr("and %1 more").arg(more);
    problem_->setText(faults.join('\n'));
    problem_->setVisible(!faults.isEmpty());
}

void StudyEditor::refresh()
{
    const Study* shown = study();
    form_->setVisible(shown != nullptr);
    if (!shown)
        return;
    refreshAxes(*shown);
    refreshFields(*shown);
}

void StudyEditor::setComponents(std::shared_ptr<const project::ComponentLibrary> components)
{
    components_ = std::move(components);
    for (AxisRow* row : rows_)
        row->setComponents(components_.get());
    refresh();
}

AxisRow* StudyEditor::addRow()
{
    auto* row = new AxisRow;
    row->setComponents(components_.get());
    const std::size_t index = rows_.size();
    connect(row, &AxisRow::changed, this, [this, index](const project::StudyAxis& axis) {
        Study now = *study();
        now.space[index] = axis;
        replace(now, tr("Change the values of %1").arg(text(axis.parameter)));
    });
    connect(row, &AxisRow::removeWanted, this, [this, index] { removeAxis(index); });
    axes_->addWidget(row);
    rows_.push_back(row);
    return row;
}

void StudyEditor::refreshAxes(const Study& study)
{
    while (rows_.size() > study.space.size()) {
        rows_.back()->hide();
        rows_.back()->deleteLater(); // the click on its button goes on
        rows_.pop_back();
    }
    while (rows_.size() < study.space.size())
        addRow()->setVisible(true);
    QStringList taken;
    for (const project::StudyAxis& axis : study.space)
        taken.append(text(axis.parameter));
    for (std::size_t i = 0; i < rows_.size(); ++i)
        rows_[i]->show(model_.project(), study.space[i], taken);
    const auto& all = model_.project().parameters;
    addAxis_->setEnabled(std::any_of(all.begin(), all.end(),
                                     [&](const project::Parameter& each) { return !taken.contains(text(each.name)); }));
}

void StudyEditor::refreshFields(const Study& study)
{
    const QSignalBlocker one(name_), two(design_), three(points_), four(replications_), five(duration_),
        six(constraints_);
    name_->setText(id_);
    const auto design = study.fields.find("design");
    design_->setCurrentText(design != study.fields.end() ? text(project::settingText(*design)) : QString("full"));
    points_->setValue(whole(study, "points"));
    pointsField_->setVisible(project::drawsPoints(design_->currentText().toStdString()));
    replications_->setValue(whole(study, "replications"));
    const auto duration = study.fields.find("duration");
    duration_->setText(duration != study.fields.end() ? text(project::settingText(*duration)) : QString());
    const auto usual = model_.project().run.find("duration");
    duration_->setPlaceholderText(usual != model_.project().run.end()
                                      ? tr("As the project: %1").arg(text(project::settingText(*usual)))
                                      : tr("As the project"));
    constraints_->setText(textsOf(study.constraints).join(between));
    goals_->setVisible(!model_.project().goals.empty());
    const auto goals = study.fields.find("goals");
    goals_->setChecked(goals == study.fields.end() || *goals != "none");
    QStringList offered;
    for (const project::DerivedResult& result : model_.project().results)
        offered.append(text(result.id));
    figures_->setFigures(offered + textsOf(project::figuresOf(model_.project())), textsOf(study.report));
}

void StudyEditor::rename()
{
    const QString wanted = name_->text().trimmed();
    const QString from = id_;
    if (wanted == from)
        return;
    id_ = wanted; // shown when the document has changed
    if (renameElement(model_, {ElementKind::study, {from}}, wanted)) {
        emit renamed(wanted);
        return;
    }
    problem_->setText(renameRefusal(model_.project(), {ElementKind::study, {from}}, wanted));
    problem_->show();
    id_ = from;
    name_->setText(from);
}

void StudyEditor::addAxis()
{
    Study now = *study();
    for (const project::Parameter& parameter : model_.project().parameters) {
        const bool varied = std::any_of(now.space.begin(), now.space.end(),
                                        [&](const auto& axis) { return axis.parameter == parameter.name; });
        if (varied)
            continue;
        now.space.push_back(project::usualAxis(parameter));
        return replace(now, tr("Vary %1").arg(text(parameter.name)));
    }
}

void StudyEditor::removeAxis(std::size_t index)
{
    Study now = *study();
    const QString name = text(now.space[index].parameter);
    now.space.erase(now.space.begin() + static_cast<std::ptrdiff_t>(index));
    replace(now, tr("Do not vary %1").arg(name));
}

void StudyEditor::setField(const char* field, const Json& value, const QString& what)
{
    const Study* before = study();
    if (!before)
        return;
    Study now = *before;
    if (value.is_null())
        now.fields.erase(field);
    else
        now.fields[field] = value;
    if (now.fields != before->fields)
        replace(now, tr("%1 in %2").arg(what, id_));
}

void StudyEditor::replace(const Study& study, const QString& what)
{
    replaceStudy(model_, study, what);
}

} // namespace headroom::app
