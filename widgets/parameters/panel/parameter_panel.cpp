#include "widgets/parameters/panel/parameter_panel.h"

#include "project/resolve/parameter_values.h"
#include "widgets/parameters/fields/component_names.h"
#include "widgets/parameters/fields/disconnect_editors.h"
#include "widgets/parameters/fields/entry_delegate.h"
#include "widgets/parameters/fields/quantity_check.h"
#include "widgets/parameters/fields/searchable_combo.h"
#include "widgets/parameters/panel/alternatives_combo.h"
#include "widgets/parameters/panel/parameter_details.h"
#include "widgets/parameters/panel/parameter_row.h"
#include "widgets/parameters/panel/preset_bar.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace headroom::widgets {

namespace {

using project::ParameterType;

constexpr int countingDelayMs = 250;

bool isFoldedAway(const project::Parameter& parameter)
{
    return parameter.more.value_or(false);
}

AlternativesCombo* comboOf(const project::Parameter& parameter)
{
    auto* combo = new AlternativesCombo;
    for (const project::Json& alternative : parameter.alternatives)
        combo->addItem(editorText(alternative), QString::fromStdString(project::settingText(alternative)));
    return combo;
}

} // namespace

ParameterPanel::ParameterPanel(QWidget* parent)
    : QWidget(parent), study_(named(new QPushButton(icon("go-next"), QString()), "studyOfTicks")),
      content_(new QWidget), counting_(new QTimer(this)), presets_(new PresetBar)
{
    counting_->setSingleShot(true);
    counting_->setInterval(countingDelayMs);
    connect(counting_, &QTimer::timeout, this, &ParameterPanel::showUses);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(rhythm::margin, rhythm::margin, rhythm::margin, rhythm::margin);
    column->setSpacing(rhythm::step);
    column->addWidget(sectionHeading(tr("Generic parameters")));
    connect(study_, &QPushButton::clicked, this, &ParameterPanel::studyWanted);
    column->addWidget(presets_);
    column->addWidget(content_);
    column->addWidget(study_);
    rebuild();
}

ParameterPanel::~ParameterPanel()
{
    disconnectEditors(*content_, *this);
}

void ParameterPanel::setProject(const project::Project* project, const project::ComponentLibrary* library)
{
    project_ = project;
    library_ = library;
    foldedOut_.clear();
    fileValues_.clear();
    presets_->setChosen({});
    noteValues();
    if (project_)
        for (const project::Parameter& parameter : project_->parameters)
            fileValues_[parameter.name] = parameter.value;
    rebuild();
}

void ParameterPanel::setLibrary(const project::ComponentLibrary* library)
{
    library_ = library;
    rebuild();
}

std::string ParameterPanel::shape() const
{
    std::string text;
    for (const project::Parameter& parameter : project_->parameters) {
        text += parameter.name + '|' + parameter.unit + '|' + std::to_string(static_cast<int>(parameter.type));
        text += isFoldedAway(parameter) ? '+' : '-';
        for (const std::string& kind : parameter.kinds)
            text += ' ' + kind;
        text += project::Json(parameter.alternatives).dump() + '\n';
    }
    return text;
}

void ParameterPanel::reload()
{
    if (!project_ || shape() == shapeShown_)
        return refresh();
    // The keyboard focus is restored after the rebuild.
    const QWidget* focused = QApplication::focusWidget();
    const QString name = focused && isAncestorOf(focused) ? focused->objectName() : QString();
    for (const auto& [known, row] : rows_) // one that is marked in its details does not vanish with them
        if (const auto* parameter = row.details ? project::findParameter(*project_, known) : nullptr;
            parameter && isFoldedAway(*parameter) && !(moreRows_ && moreRows_->isAncestorOf(row.row)))
            moreOpen_ = true;
    rebuild();
    if (QWidget* again = name.isEmpty() ? nullptr : content_->findChild<QWidget*>(name))
        again->setFocus();
}

void ParameterPanel::rebuild()
{
    disconnectEditors(*content_, *this);
    content_->hide();
    content_->deleteLater(); // deleted later, because a signal of a row may be the cause
    rows_.clear();
    content_ = new QWidget(this);
    auto* panel = static_cast<QVBoxLayout*>(layout());
    panel->insertWidget(panel->indexOf(study_), content_, 1); // last, if the button is elsewhere
    auto* column = new QVBoxLayout(content_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    dropLine_ = named(new QFrame(content_), "dropLine");
    dropLine_->hide();
    more_ = nullptr;
    moreRows_ = nullptr;
    shapeShown_ = project_ ? shape() : std::string();
    if (!project_ || project_->parameters.empty()) {
        auto* nothing = new QLabel(
            project_ ? tr("This project has no generic parameters. Add one to swap a component or a value here.")
                     : tr("Open a project to see what can be swapped in it."));
        nothing->setWordWrap(true);
        setLook(nothing, Look::dim);
        column->addWidget(nothing);
    } else {
        for (const project::Parameter& parameter : project_->parameters)
            if (!isFoldedAway(parameter))
                addRow(parameter, column);
        addMore(column);
    }
    if (project_)
        addButton(column);
    column->addStretch();
    content_->show(); // shown now, because a widget in it may get the focus
    refresh();
}

/// The parameters that are rarely changed, below a button that opens and closes them.
void ParameterPanel::addMore(QVBoxLayout* column)
{
    if (std::none_of(project_->parameters.begin(), project_->parameters.end(), isFoldedAway))
        return;
    more_ = named(new QToolButton, "moreParameters");
    more_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    more_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // a long text is elided; the panel is not widened
    setLook(more_, Look::flat);
    connect(more_, &QToolButton::clicked, this, [this] {
        setMoreOpen(!moreOpen_);
        emit moreOpened(moreOpen_);
    });
    moreRows_ = new QWidget;
    auto* rows = new QVBoxLayout(moreRows_);
    rows->setContentsMargins(0, rhythm::half, 0, 0);
    rows->setSpacing(0);
    for (const project::Parameter& parameter : project_->parameters)
        if (isFoldedAway(parameter))
            addRow(parameter, rows);
    column->addWidget(more_);
    column->addWidget(moreRows_);
}

void ParameterPanel::setMoreOpen(bool open)
{
    moreOpen_ = open;
    showMore();
}

void ParameterPanel::reveal(const QString& parameter)
{
    const auto* found = project_ ? project::findParameter(*project_, parameter.toStdString()) : nullptr;
    if (found && isFoldedAway(*found))
        setMoreOpen(true);
}

/// "More parameters (12), 2 changed": as those in the fold cannot be seen.
void ParameterPanel::showMore()
{
    if (!more_)
        return;
    int all = 0, changed = 0;
    for (const project::Parameter& parameter : project_->parameters)
        if (isFoldedAway(parameter)) {
            ++all;
            const auto file = fileValues_.find(parameter.name);
            changed += file != fileValues_.end() && file->second != parameter.value ? 1 : 0;
        }
    const QString words = tr("More parameters (%1)").arg(all);
    more_->setText(changed > 0 ? tr("%1, %2 changed").arg(words).arg(changed) : words);
    more_->setIcon(icon(moreOpen_ ? "arrow-down" : "arrow-right"));
    more_->setToolTip(moreOpen_ ? tr("Hide the parameters that are rarely changed")
                                : tr("Show the parameters that are rarely changed"));
    moreRows_->setVisible(moreOpen_);
}

void ParameterPanel::setPreset(const QString& id)
{
    presets_->setChosen(id);
    showPresets();
}

void ParameterPanel::showPresets()
{
    static const project::ComponentLibrary none;
    static const project::Project nothing;
    presets_->show(project_ ? *project_ : nothing, library_ ? *library_ : none);
}

/// Opens the fold if a parameter in it has another value than was shown last.
void ParameterPanel::noteValues()
{
    const auto before = std::exchange(shownValues_, {});
    if (!project_)
        return;
    for (const project::Parameter& parameter : project_->parameters) {
        shownValues_[parameter.name] = parameter.value;
        const auto shown = before.find(parameter.name);
        if (isFoldedAway(parameter) && shown != before.end() && shown->second != parameter.value)
            moreOpen_ = true;
    }
}

void ParameterPanel::addButton(QVBoxLayout* column)
{
    auto* add = named(new QToolButton, "addParameter");
    add->setIcon(icon("list-add"));
    add->setText(tr("Add parameter"));
    add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    add->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(add);
    fillAddMenu(*menu);
    menu->addSeparator();
    menu->addAction(tr("Preset of the present values …"), this, &ParameterPanel::presetWanted);
    add->setMenu(menu);
    column->addWidget(add);
}

void ParameterPanel::fillAddMenu(QMenu& menu)
{
    const std::pair<ParameterType, QString> types[] = {
        {ParameterType::component, tr("Component: a disk, a processor … to swap")},
        {ParameterType::integer, tr("Whole number")},
        {ParameterType::number, tr("Number")},
        {ParameterType::quantity, tr("Quantity: a number with a unit")},
        {ParameterType::choice, tr("Choice among words")},
        {ParameterType::flag, tr("Switch: on or off")}};
    for (const auto& [type, words] : types)
        menu.addAction(words, this, [this, chosen = type] {
            emit addRequested(withType({}, chosen, library_ ? *library_ : project::ComponentLibrary()));
        });
}

void ParameterPanel::addRow(const project::Parameter& parameter, QVBoxLayout* column)
{
    Row& row = rows_[parameter.name];
    const QString name = QString::fromStdString(parameter.name);
    row.editor = makeEditor(parameter);
    row.editor->setObjectName(name);
    row.editor->setAccessibleName(name);
    row.row = new ParameterRow(name, row.editor);
    row.row->name()->setBuddy(row.editor);
    if (const auto* typed = qobject_cast<AlternativesCombo*>(row.editor); typed && typed->isEditable())
        row.row->keepRoomForProblem();
    connect(row.row, &ParameterRow::foldRequested, this, [this, name](bool out) { setFoldedOut(name, out); });
    connect(row.row, &ParameterRow::tickRequested, this,
            [this, known = parameter.name](bool all) { tickAll(known, all); });
    connect(row.row, &ParameterRow::moveRequested, this, [this, name](int by) { moveBy(name, by); });
    connect(row.row, &ParameterRow::dragged, this,
            [this, name](const QPoint& global, bool dropped) { dragTo(name, global, dropped); });
    connect(row.row, &ParameterRow::dragCancelled, this, [this] { dropLine_->hide(); });
    connect(row.row, &ParameterRow::menuRequested, this,
            [this, name](const QPoint& global) { showMenu(name, global); });
    column->addWidget(row.row);
    if (foldedOut_.contains(parameter.name))
        makeDetails(parameter, row);
}

void ParameterPanel::makeDetails(const project::Parameter& parameter, Row& row)
{
    const QString name = QString::fromStdString(parameter.name);
    row.details = new ParameterDetails(parameter, library_);
    row.details->showUses(uses_ ? uses_(name) : QStringList());
    row.row->setDetails(row.details);
    connect(row.details, &ParameterDetails::renameRequested, this,
            [this, name](const QString& to) { rename(name, to); });
    connect(row.details, &ParameterDetails::changed, this, &ParameterPanel::parameterChanged);
    connect(row.details, &ParameterDetails::useChosen, this, [this, name](int index) { emit useChosen(name, index); });
}

void ParameterPanel::setFoldedOut(const QString& name, bool out)
{
    const auto row = rows_.find(name.toStdString());
    const auto* parameter = project_ ? project::findParameter(*project_, name.toStdString()) : nullptr;
    if (row == rows_.end() || !parameter || row->second.row->isFoldedOut() == out)
        return;
    if (out) {
        foldedOut_.insert(row->first);
        makeDetails(*parameter, row->second);
    } else {
        foldedOut_.erase(row->first);
        row->second.details = nullptr;
        row->second.row->setDetails(nullptr);
    }
}

void ParameterPanel::editName(const QString& parameter)
{
    reveal(parameter);
    setFoldedOut(parameter, true);
    if (auto* name = findChild<QLineEdit*>(parameter + "/name")) {
        name->setFocus();
        name->selectAll();
    }
}

void ParameterPanel::rename(const QString& from, const QString& to)
{
    const QString problem = refusal_ ? refusal_(from, to) : QString();
    rows_.at(from.toStdString()).details->setNameProblem(problem);
    if (!problem.isEmpty())
        return;
    // The state of the row is kept under the new name.
    foldedOut_.insert(to.toStdString());
    if (const auto file = fileValues_.find(from.toStdString()); file != fileValues_.end())
        fileValues_[to.toStdString()] = file->second;
    emit renameRequested(from, to);
    if (QWidget* value = editor(to))
        value->setFocus(); // the value is usually edited next
}

void ParameterPanel::tickAll(const std::string& name, bool all)
{
    const auto* parameter = project::findParameter(*project_, name);
    emit parameterChanged(withTicks(*parameter, all ? offeredBy(*parameter) : std::vector<project::Json>()),
                          tr("Tick values of %1").arg(QString::fromStdString(name)), -1);
}

void ParameterPanel::showMenu(const QString& parameter, const QPoint& global)
{
    const auto group = groupOf(parameter.toStdString());
    auto* menu = named(new QMenu(this), "parameterMenu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const bool out = rows_.at(parameter.toStdString()).row->isFoldedOut();
    menu->addAction(out ? tr("Hide details") : tr("Show details"), this,
                    [this, parameter, out] { setFoldedOut(parameter, !out); });
    menu->addAction(icon("edit-rename"), tr("Rename …"), this, [this, parameter] { editName(parameter); });
    const auto move = [&](const QString& iconName, const QString& text, const char* key, int by) {
        QAction* action =
            menu->addAction(icon(iconName), text + '\t' + QKeySequence(key).toString(QKeySequence::NativeText), this,
                            [this, parameter, by] { moveBy(parameter, by); });
        const auto* end = by < 0 ? group.front() : group.back();
        action->setEnabled(end->name != parameter.toStdString());
    };
    move("arrow-up", tr("Move up"), moveUpKey, -1);
    move("arrow-down", tr("Move down"), moveDownKey, 1);
    const project::Parameter* const shown = project::findParameter(*project_, parameter.toStdString());
    const bool away = isFoldedAway(*shown);
    menu->addAction(
        away ? tr("Show above the fold") : tr("Fold away below the others"), this,
        [this, changed = withMore(*shown, !away)] { emit parameterChanged(changed, whatOfMore(changed), -1); });
    menu->addSeparator();
    menu->addAction(icon("edit-delete"), tr("Delete …"), this, [this, parameter] { askToDelete(parameter); });
    menu->popup(global);
}

void ParameterPanel::askToDelete(const QString& parameter)
{
    const QStringList uses = uses_ ? uses_(parameter) : QStringList();
    if (uses.isEmpty()) {
        emit deleteRequested(parameter);
        return;
    }
    constexpr int named = 8;
    QString places = uses.mid(0, named).join('\n');
    if (uses.size() > named)
        places += '\n' + tr("and %1 more").arg(uses.size() - named);
    QMessageBox question(
        QMessageBox::Question, tr("Delete parameter"),
        tr("%1 is used in %2.").arg(parameter, uses.size() == 1 ? tr("one place") : tr("%1 places").arg(uses.size())),
        QMessageBox::Cancel, this);
    question.setObjectName("deleteParameter");
    question.setInformativeText(places + "\n\n" + tr("These fields use it and will be invalid until changed."));
    QPushButton* go = question.addButton(tr("Delete"), QMessageBox::DestructiveRole);
    question.exec();
    if (question.clickedButton() == go)
        emit deleteRequested(parameter);
}

/// The parameters that are shown together with it: those in the fold or those above it.
std::vector<const project::Parameter*> ParameterPanel::groupOf(const std::string& parameter) const
{
    std::vector<const project::Parameter*> group;
    const bool away = isFoldedAway(*project::findParameter(*project_, parameter));
    for (const project::Parameter& each : project_->parameters)
        if (isFoldedAway(each) == away)
            group.push_back(&each);
    return group;
}

/// To the place of its neighbour among those that are shown together.
void ParameterPanel::moveBy(const QString& parameter, int by)
{
    const auto group = groupOf(parameter.toStdString());
    const auto here = std::ranges::find(group, parameter.toStdString(), &project::Parameter::name) - group.begin();
    if (here + by >= 0 && here + by < std::ssize(group))
        emit moveRequested(parameter, indexOf(group[static_cast<std::size_t>(here + by)]->name));
}

/// Among those that are shown together.
void ParameterPanel::dragTo(const QString& parameter, const QPoint& global, bool dropped)
{
    const auto group = groupOf(parameter.toStdString());
    const auto placeOf = [this](const project::Parameter& each) {
        const ParameterRow& row = *rows_.at(each.name).row;
        return QRect(row.mapTo(content_, QPoint()), row.size());
    };
    const int y = content_->mapFromGlobal(global).y();
    std::size_t above = 0; // rows above the pointer
    while (above < group.size() && y > placeOf(*group[above]).center().y())
        ++above;
    const int lineY = above > 0 ? placeOf(*group[above - 1]).bottom() : placeOf(*group.front()).top();
    dropLine_->setVisible(!dropped);
    dropLine_->setGeometry(0, std::max(0, lineY - 1), content_->width(), 2);
    dropLine_->setStyleSheet("background: " + colours(palette()).accent.name());
    dropLine_->raise();
    const int from = indexOf(parameter.toStdString());
    const int place = above < group.size() ? indexOf(group[above]->name) : indexOf(group.back()->name) + 1;
    const int to = place > from ? place - 1 : place;
    if (dropped && to != from)
        emit moveRequested(parameter, to);
}

int ParameterPanel::indexOf(const std::string& name) const
{
    const auto& list = project_->parameters;
    return static_cast<int>(
        std::find_if(list.begin(), list.end(), [&](const auto& each) { return each.name == name; }) - list.begin());
}

QWidget* ParameterPanel::makeEditor(const project::Parameter& parameter)
{
    switch (parameter.type) {
    case ParameterType::component:
        return makeComponentEditor(parameter);
    case ParameterType::choice:
        return makeChoiceEditor(parameter);
    case ParameterType::flag: {
        auto* box = new QCheckBox(tr("on"));
        connect(box, &QCheckBox::clicked, this,
                [this, name = parameter.name](bool on) { propose(name, project::Json(on)); });
        return box;
    }
    default:
        return makeTextEditor(parameter);
    }
}

template <class Combo>
void ParameterPanel::watchList(Combo& combo, const std::string& parameter)
{
    const QString name = QString::fromStdString(parameter);
    connect(&combo, &Combo::listOpens, this, [this, &combo, name] {
        QStringList values;
        for (int i = 0; i < combo.count(); ++i)
            if (combo.itemData(i).isValid()) // no heading
                values.append(combo.itemData(i).toString());
        emit alternativesOpen(name, values);
    });
    connect(&combo, &Combo::listClosed, this, [this, name] { emit alternativesClosed(name); });
}

void ParameterPanel::showFigures(const QString& parameter, const QString& value, const QString& lines)
{
    auto* combo = qobject_cast<QComboBox*>(editor(parameter));
    if (const int index = combo ? combo->findData(value) : -1; index >= 0)
        combo->setItemData(index, lines, entryFiguresRole);
}

QWidget* ParameterPanel::makeComponentEditor(const project::Parameter& parameter)
{
    auto* combo = new SearchableCombo;
    std::vector<const project::Component*> components;
    for (const project::Json& alternative : parameter.alternatives)
        if (const auto* component =
                library_ && alternative.is_string() ? library_->find(alternative.get<std::string>()) : nullptr)
            components.push_back(component);
    if (components.empty() && library_)
        components = library_->ofKinds(parameter.kinds);
    addComponents(*combo, components);
    watchList(*combo, parameter.name);
    connect(combo, &SearchableCombo::chosen, this, [this, name = parameter.name](const QVariant& id) {
        propose(name, project::Json(id.toString().toStdString()));
    });
    return combo;
}

QWidget* ParameterPanel::makeChoiceEditor(const project::Parameter& parameter)
{
    AlternativesCombo* combo = comboOf(parameter);
    watchList(*combo, parameter.name);
    connect(combo, &QComboBox::activated, this,
            [this, name = parameter.name, values = parameter.alternatives](int index) {
                const project::Json& value = values.at(static_cast<std::size_t>(index));
                if (Row& row = rows_.at(name); row.settled != editorText(value)) {
                    row.settled = editorText(value);
                    propose(name, value);
                }
            });
    return combo;
}

QWidget* ParameterPanel::makeTextEditor(const project::Parameter& parameter)
{
    AlternativesCombo* combo = comboOf(parameter);
    watchList(*combo, parameter.name);
    combo->allowTyping();
    combo->setInsertPolicy(QComboBox::NoInsert);
    combo->completer()->setCompletionMode(QCompleter::PopupCompletion);
    connect(combo->lineEdit(), &QLineEdit::editingFinished, this,
            [this, combo, name = parameter.name] { takeText(name, combo); });
    connect(combo, &QComboBox::activated, this, [this, combo, name = parameter.name] { takeText(name, combo); });
    return combo;
}

void ParameterPanel::takeText(const std::string& name, QComboBox* editor)
{
    const project::Parameter* parameter = project_ ? project::findParameter(*project_, name) : nullptr;
    if (!parameter)
        return;
    Row& row = rows_.at(name);
    const TypedValue typed = parseTyped(*parameter, editor->currentText());
    showProblem(row, typed.problem);
    if (!typed.value)
        return;
    editor->lineEdit()->setModified(false);
    const QString text = editorText(*typed.value);
    if (text == row.settled) // Enter is signalled by the line and by the box, and again when the focus leaves
        return;
    row.settled = text;
    propose(name, *typed.value);
}

void ParameterPanel::propose(const std::string& parameter, const project::Json& value)
{
    emit valueChanged(QString::fromStdString(parameter), value);
}

/// "Study: 3 × 4 = 12 points"
void ParameterPanel::showStudy()
{
    QStringList counts;
    double points = 1;
    if (project_)
        for (const project::Parameter& parameter : project_->parameters)
            if (const std::size_t ticked = project::tickedOf(parameter).size(); ticked > 0) {
                counts.append(QString::number(ticked));
                points *= static_cast<double>(ticked);
            }
    study_->setVisible(project_ && !project_->parameters.empty());
    study_->setEnabled(!counts.isEmpty());
    if (counts.isEmpty()) {
        study_->setText(tr("Study: no value is ticked"));
        study_->setToolTip(tr("Tick values of parameters for a study that runs all their combinations"));
        return;
    }
    study_->setToolTip(tr("Shows the study that runs all combinations of the ticked values"));
    const QString sum = points == 1 ? tr("1 point") : tr("%1 points").arg(points, 0, 'f', 0);
    study_->setText(counts.size() > 1 ? tr("Study: %1 = %2").arg(counts.join(QStringLiteral(" × ")), sum)
                                      : tr("Study: %1").arg(sum));
}

void ParameterPanel::refresh()
{
    showStudy();
    noteValues();
    showMore();
    showPresets();
    if (!project_)
        return;
    for (const project::Parameter& parameter : project_->parameters)
        if (const auto row = rows_.find(parameter.name); row != rows_.end())
            showRow(parameter, row->second);
    if (!foldedOut_.empty())
        counting_->start();
}

void ParameterPanel::showUses()
{
    for (auto& [name, row] : rows_)
        if (row.details && uses_)
            row.details->showUses(uses_(QString::fromStdString(name)));
}

void ParameterPanel::showRow(const project::Parameter& parameter, Row& row)
{
    const QString text = editorText(parameter.value);
    if (auto* search = qobject_cast<SearchableCombo*>(row.editor)) {
        const auto* component = library_ ? library_->find(text.toStdString()) : nullptr;
        search->showData(text, component ? titleOf(*component) : text);
        row.row->setDetail(component ? QString::fromStdString(project::keyFigures(*component)) : QString());
    } else if (auto* box = qobject_cast<QCheckBox*>(row.editor)) {
        box->setChecked(parameter.value.is_boolean() ? parameter.value.get<bool>() : text == "true");
    } else if (auto* combo = qobject_cast<QComboBox*>(row.editor)) {
        showText(row, *combo, text);
    }
    row.settled = text;
    const auto file = fileValues_.find(parameter.name);
    setLook(row.row->name(),
            file == fileValues_.end() || file->second == parameter.value ? Look::label : Look::changed);
    const QString help = QString::fromStdString(parameter.description);
    row.row->name()->setToolTip(help);
    row.editor->setToolTip(help);
    row.row->setTicked(static_cast<int>(project::tickedOf(parameter).size()),
                       static_cast<int>(offeredBy(parameter).size()));
    if (row.details)
        row.details->refresh(parameter);
}

void ParameterPanel::showText(Row& row, QComboBox& editor, const QString& text)
{
    // A text that the user is typing or still has to correct is kept until the document has another value.
    const bool typing = editor.isEditable() && editor.hasFocus() && editor.lineEdit()->isModified();
    if ((typing || !row.problem.isEmpty()) && text == row.settled)
        return;
    const QSignalBlocker quiet(&editor);
    editor.setCurrentIndex(editor.findText(text));
    if (editor.isEditable()) {
        editor.setEditText(text);
        editor.lineEdit()->setModified(false);
    }
    if (editor.isEditable())
        showProblem(row, {});
}

void ParameterPanel::showProblem(Row& row, const QString& problem)
{
    setFaulty(row.editor, !problem.isEmpty());
    row.problem = problem;
    row.row->setProblem(problem);
    row.editor->setAccessibleDescription(problem);
}

void ParameterPanel::markSaved()
{
    if (!project_)
        return;
    for (const project::Parameter& parameter : project_->parameters)
        fileValues_[parameter.name] = parameter.value;
    refresh();
}

QWidget* ParameterPanel::editor(const QString& parameter) const
{
    const auto row = rows_.find(parameter.toStdString());
    return row == rows_.end() ? nullptr : row->second.editor;
}

QString ParameterPanel::problem(const QString& parameter) const
{
    const auto row = rows_.find(parameter.toStdString());
    return row == rows_.end() ? QString() : row->second.problem;
}

QString ParameterPanel::refused() const
{
    if (project_)
        for (const project::Parameter& parameter : project_->parameters)
            if (const QString name = QString::fromStdString(parameter.name); !problem(name).isEmpty())
                return name;
    return {};
}

ParameterRow* ParameterPanel::row(const QString& parameter) const
{
    const auto row = rows_.find(parameter.toStdString());
    return row == rows_.end() ? nullptr : row->second.row;
}

} // namespace headroom::widgets
