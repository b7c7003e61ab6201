#include "widgets/parameters/inspector/property_inspector.h"

#include "widgets/controls/elided_combo_box.h"
#include "widgets/controls/elided_label.h"
#include "widgets/controls/result_label.h"
#include "widgets/parameters/fields/disconnect_editors.h"
#include "widgets/parameters/fields/entry_delegate.h"
#include "widgets/parameters/fields/quantity_check.h"
#include "widgets/parameters/inspector/field_hints.h"
#include "widgets/parameters/inspector/form_keys.h"
#include "widgets/parameters/inspector/new_name.h"
#include "widgets/parameters/inspector/value_table.h"
#include "widgets/theme/theme.h"

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QApplication>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace headroom::widgets {

namespace {

using project::FieldType;

constexpr int problemShare = 3;    ///< of the line of a field, over that of its name
constexpr int typingPauseMs = 400; ///< pause after which the typed text is applied

bool isExpression(FieldType type)
{
    return type == FieldType::number || type == FieldType::integer || type == FieldType::quantity;
}

/// True for fields that may have an expression or the name of a parameter.
bool hasResult(FieldType type)
{
    return isExpression(type) || type == FieldType::flag || type == FieldType::choice || type == FieldType::component;
}

/// The value of a field; null if it is not set.
project::Json valueIn(const project::Json& values, const project::FieldDeclaration& field)
{
    return values.is_object() && values.contains(field.name) ? values[field.name] : project::Json();
}

QLineEdit* lineOf(QWidget& editor)
{
    auto* combo = qobject_cast<QComboBox*>(&editor);
    return combo ? combo->lineEdit() : qobject_cast<QLineEdit*>(&editor);
}

bool isTyping(const QWidget& editor, const QLineEdit& line)
{
    return (editor.hasFocus() || line.hasFocus()) && line.isModified();
}

/// The entry that the typed text means; -1 if it is the id of an entry, or means none. Components are found by any part
/// of their name or figures, others by the beginning of their name. With `mayBeNew`, what is no other entry is the name
/// of a new element.
int entryMeant(const QComboBox& combo, const project::FieldDeclaration& field, const QString& typed, bool mayBeNew)
{
    if (const int exact = combo.findText(typed, Qt::MatchExactly | Qt::MatchCaseSensitive);
        exact >= 0 || typed.isEmpty() || combo.findData(typed) >= 0)
        return exact;
    if (field.type == FieldType::component)
        return entryFound(combo, typed);
    const int fresh = newEntry(combo);
    for (int i = 0; i < combo.count(); ++i)
        if (i != fresh && combo.itemText(i).startsWith(typed, Qt::CaseInsensitive))
            return i;
    return mayBeNew ? fresh : -1;
}

Look lookOf(PropertyInspector::Problem::Kind kind)
{
    switch (kind) {
    case PropertyInspector::Problem::Kind::fault:
        return Look::error;
    case PropertyInspector::Problem::Kind::warning:
        return Look::warning;
    case PropertyInspector::Problem::Kind::missing:
        return Look::missing;
    }
    return Look::error;
}

} // namespace

PropertyInspector::PropertyInspector(QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(rhythm::margin, rhythm::margin, rhythm::margin, rhythm::margin);
    typingPause_ = new QTimer(this);
    typingPause_->setSingleShot(true);
    typingPause_->setInterval(typingPauseMs);
    connect(typingPause_, &QTimer::timeout, this, &PropertyInspector::takeTyping);
    goingOn_ = new QTimer(this);
    goingOn_->setSingleShot(true);
    goingOn_->setInterval(0); // after the form has its new values
    connect(goingOn_, &QTimer::timeout, this, &PropertyInspector::goOn);
    connect(qApp, &QApplication::focusChanged, this, &PropertyInspector::showWholeProblem);
    rebuild();
}

PropertyInspector::~PropertyInspector()
{
    disconnect(qApp, nullptr, this, nullptr); // the focus moves while the form is deleted
    disconnectEditors(*content_, *this);
}

void PropertyInspector::setSubject(const QString& kind, const QString& name, bool nameEditable,
                                   const project::Fields& fields, const project::Json& values,
                                   const std::set<std::string>& mixed)
{
    mixed_ = mixed;
    const bool isOther = std::exchange(kind_, kind) != kind;
    const bool isNew = std::exchange(name_, name) != name || isOther;
    nameEditable_ = nameEditable;
    fields_ = fields;
    values_ = values;
    rebuild();
    if (isOther) // of the same kind, the field that was looked at stays
        for (QWidget* around = parentWidget(); around; around = around->parentWidget())
            if (auto* area = qobject_cast<QAbstractScrollArea*>(around))
                area->verticalScrollBar()->setValue(0);
    if (isNew)
        emit subjectChanged();
}

void PropertyInspector::setValues(const project::Json& values, const std::set<std::string>& mixed)
{
    values_ = values;
    mixed_ = mixed;
    for (auto& [name, row] : rows_)
        showRow(row);
}

void PropertyInspector::setProblems(const std::map<std::string, Problem>& problems)
{
    problems_ = problems;
    for (auto& [name, row] : rows_)
        showProblem(row);
}

void PropertyInspector::showProblem(Row& row)
{
    const auto found = problems_.find(row.field.name);
    const Problem problem = found == problems_.end() ? Problem() : found->second;
    row.problem->setText(problem.text);
    row.problem->setVisible(!problem.text.isEmpty());
    row.hint->setVisible(problem.text.isEmpty());
    setLook(row.problem, lookOf(problem.kind));
    setFaulty(row.editor, !problem.text.isEmpty() && problem.kind == Problem::Kind::fault);
    showWholeProblem();
}

/// Lies over what is below the field, so that nothing moves under the pointer, and lets clicks through.
void PropertyInspector::showWholeProblem()
{
    const auto row = rows_.find(focusedField().toStdString());
    const bool wanted = row != rows_.end() && row->second.problem->isVisible() &&
                        row->second.problem->shownText() != row->second.problem->text();
    wholeProblem_->setVisible(wanted);
    if (!wanted)
        return;
    wholeProblem_->setText(row->second.problem->text());
    setLook(wholeProblem_, lookOf(problems_[row->first].kind));
    const QPoint below = row->second.editor->mapTo(content_, QPoint(0, row->second.editor->height() + 2));
    const int width = content_->width() - below.x();
    wholeProblem_->setGeometry(below.x(), below.y(), width, wholeProblem_->heightForWidth(width));
    wholeProblem_->raise();
}

void PropertyInspector::clear()
{
    setSubject({}, {}, false, {}, project::Json::object());
}

/// The field in which the focus is, and its editor; null if the focus is elsewhere.
QWidget* PropertyInspector::focusedEditor(QString& name) const
{
    const QWidget* focus = content_ ? QApplication::focusWidget() : nullptr;
    if (!focus || !content_->isAncestorOf(focus))
        return nullptr;
    if (focus == nameEditor_) {
        name = nameEditor_->objectName();
        return nameEditor_;
    }
    for (const auto& [field, row] : rows_)
        if (row.editor == focus || row.editor->isAncestorOf(focus)) {
            name = QString::fromStdString(field);
            return row.editor;
        }
    return nullptr;
}

void PropertyInspector::finishTyping()
{
    QString name;
    QWidget* editor = focusedEditor(name);
    if (QLineEdit* line = editor ? lineOf(*editor) : nullptr; line && line->isModified())
        emit line->editingFinished();
}

QString PropertyInspector::focusedField() const
{
    QString name;
    const QWidget* editor = focusedEditor(name);
    return editor && editor != nameEditor_ ? name : QString();
}

/// The form for the present element. A field that had the focus, and is still there, keeps it with what is being typed.
void PropertyInspector::rebuild()
{
    QString name, typed;
    int cursor = 0;
    QWidget* before = focusedEditor(name);
    const QLineEdit* line = before ? lineOf(*before) : nullptr;
    const bool modified = line && line->isModified();
    if (modified) {
        typed = line->text();
        cursor = line->cursorPosition();
    }
    makeContent();
    QWidget* after = before && nameEditor_ && name == nameEditor_->objectName() ? nameEditor_
                     : before                                                   ? editor(name)
                                                                                : nullptr;
    if (!after)
        return;
    const project::Json began = before_;
    after->setFocus(Qt::TabFocusReason);
    before_ = began; // the visit to the field goes on
    if (QLineEdit* now = lineOf(*after); now && modified) {
        now->setText(typed);
        now->setModified(true);
        now->setCursorPosition(cursor);
    }
}

void PropertyInspector::makeContent()
{
    rebuilding_ = true;
    typingPause_->stop();
    problems_.clear();
    if (content_) {
        content_->hide();
        disconnectEditors(*content_, *this);
        content_->deleteLater(); // deleted later, because a signal of a row may be the cause
    }
    rows_.clear();
    nameEditor_ = nullptr;
    content_ = new QWidget(this);
    layout()->addWidget(content_);
    wholeProblem_ = new QLabel(content_);
    wholeProblem_->setObjectName("wholeProblem");
    wholeProblem_->setWordWrap(true);
    wholeProblem_->setMargin(rhythm::half);
    wholeProblem_->setFrameShape(QFrame::StyledPanel);
    wholeProblem_->setAutoFillBackground(true);
    wholeProblem_->setAttribute(Qt::WA_TransparentForMouseEvents);
    wholeProblem_->hide();
    auto* column = new QVBoxLayout(content_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(rhythm::step);
    if (kind_.isEmpty()) {
        auto* nothing = new QLabel(tr("Select a block, a node group or a link to see its properties."));
        nothing->setWordWrap(true);
        setLook(nothing, Look::dim);
        column->addWidget(nothing);
    } else {
        auto* heading = sectionHeading(kind_);
        if (!nameEditable_ && !name_.isEmpty())
            heading->setText(kind_.toUpper() + " · " + name_);
        heading->setWordWrap(true);
        column->addWidget(heading);
        if (nameEditable_)
            addNameEditor(column);
        for (const project::FieldDeclaration& field : fields_)
            column->addWidget(makeRow(field));
        if (fields_.empty() && !nameEditable_) {
            auto* none = new QLabel(tr("The selected elements have no property in common."));
            none->setWordWrap(true);
            setLook(none, Look::dim);
            column->addWidget(none);
        }
    }
    column->addStretch();
    content_->show(); // shown now, because a widget in it may get the focus
    rebuilding_ = false;
}

bool PropertyInspector::editName()
{
    if (!nameEditor_)
        return false;
    nameEditor_->setFocus();
    nameEditor_->selectAll();
    return true;
}

void PropertyInspector::editFirst()
{
    if (!editName())
        editFirstField();
}

void PropertyInspector::editFirstField()
{
    for (const project::FieldDeclaration& field : fields_)
        if (QWidget* first = editor(QString::fromStdString(field.name));
            first && first->isVisible() && first->isEnabled())
            return first->setFocus();
}

void PropertyInspector::fillIn()
{
    const project::FieldDeclaration* missing = nextMissing(fields_, values_, {});
    if (!missing || !focusOn(*missing))
        editFirstField();
}

void PropertyInspector::addNameEditor(QVBoxLayout* column)
{
    auto* name = named(new QLineEdit(name_), "subjectName", tr("Name"));
    name->setPlaceholderText(tr("Name"));
    connect(name, &QLineEdit::editingFinished, this, [this, name] {
        if (rebuilding_ || name->text().trimmed() == name_)
            return;
        name_ = name->text().trimmed();
        emit nameEdited(name_);
    });
    column->addWidget(name);
    nameEditor_ = name;
    new FormKeys(*name, {.begun = [] {},
                         .accepted = [this] { goOnFrom({}); },
                         .abandoned =
                             [this, name] {
                                 name->setText(name_);
                                 emit left();
                             },
                         .settle = [this] { finishTyping(); }});
}

/// Enter, Esc and undo in the editor of a row.
void PropertyInspector::addKeys(Row& row)
{
    const std::string& name = row.field.name;
    const FormActs acts{
        .begun =
            [this, name] {
                if (const auto found = rows_.find(name); found != rows_.end())
                    before_ = found->second.settled;
            },
        .accepted = [this, name] { goOnFrom(name); },
        .abandoned =
            [this, name] {
                if (const auto found = rows_.find(name); found != rows_.end())
                    abandon(found->second);
            },
        .settle = [this] { finishTyping(); },
    };
    if (auto* combo = qobject_cast<QComboBox*>(row.editor))
        new FormKeys(*combo, acts);
    else if (auto* line = qobject_cast<QLineEdit*>(row.editor))
        new FormKeys(*line, acts);
}

void PropertyInspector::goOnFrom(const std::string& field)
{
    goingFrom_ = field;
    goingOn_->start();
}

/// To the next required field without a value, or else out of the form.
void PropertyInspector::goOn()
{
    const project::FieldDeclaration* next = nextMissing(fields_, values_, goingFrom_);
    if (!next || !focusOn(*next))
        emit left();
}

/// False if it cannot be edited.
bool PropertyInspector::focusOn(const project::FieldDeclaration& field)
{
    QWidget* there = editor(QString::fromStdString(field.name));
    if (!there || !there->isEnabled())
        return false;
    there->setFocus(Qt::TabFocusReason);
    for (QWidget* around = parentWidget(); around; around = around->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(around))
            area->ensureWidgetVisible(there->parentWidget(), 0, 0); // with its label and its problem
    return true;
}

/// The field gets back the value that it had when the focus came.
void PropertyInspector::abandon(Row& row)
{
    typingPause_->stop();
    lineOf(*row.editor)->setModified(false);
    const bool changed = row.settled != before_;
    row.settled = before_;
    row.showValue(true);
    if (changed)
        emit typingAbandoned(QString::fromStdString(row.field.name), project::Json(before_), typing_++);
    emit left();
}

QWidget* PropertyInspector::makeRow(const project::FieldDeclaration& field)
{
    Row& row = rows_[field.name];
    row.field = field;
    auto* widget = new QWidget;
    widget->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    auto* column = new QVBoxLayout(widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(3);
    column->addLayout(makeHeading(row));
    makeEditor(row);
    row.editor->setObjectName(QString::fromStdString(field.name));
    row.editor->setAccessibleName(row.label->text());
    row.label->setBuddy(row.editor);
    for (QWidget* part : {static_cast<QWidget*>(row.label), row.editor})
        part->setToolTip(helpOf(field));
    makeMenu(row);
    addKeys(row);
    column->addWidget(row.editor);
    row.settled = valueIn(values_, field);
    row.showValue(true);
    showRow(row);
    return widget;
}

QHBoxLayout* PropertyInspector::makeHeading(Row& row)
{
    auto* heading = new QHBoxLayout;
    heading->setSpacing(rhythm::half);
    row.label = new QLabel(QString::fromStdString(row.field.label.empty() ? row.field.name : row.field.label));
    row.label->setMinimumWidth(0);
    row.label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a long name is shortened in favour of the
                                                                            // unit
    heading->addWidget(row.label, 1);
    row.hint = new QLabel(hintOf(row.field));
    setLook(row.hint, Look::dim);
    heading->addWidget(row.hint);
    row.problem = new ElidedLabel;
    row.problem->setObjectName("problem " + QString::fromStdString(row.field.name));
    row.problem->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row.problem->hide();
    heading->addWidget(row.problem, problemShare);
    row.reset = fieldButton("edit-undo", tr("Reset %1").arg(row.label->text()));
    row.reset->setObjectName("reset " + QString::fromStdString(row.field.name));
    row.reset->setToolTip(tr("Back to the default"));
    row.reset->setFocusPolicy(Qt::TabFocus);
    connect(row.reset, &QToolButton::clicked, this, [this, &row] {
        row.settled = project::Json();
        if (auto* line = lineOf(*row.editor))
            line->setModified(false);
        row.showValue(true);
        propose(row, project::Json());
    });
    heading->addWidget(row.reset);
    heading->addStrut(row.reset->sizeHint().height()); // the fields below stay in place when it comes and goes
    row.menu = fieldButton("overflow-menu", tr("Actions for %1").arg(row.label->text()));
    row.menu->setObjectName("menu " + QString::fromStdString(row.field.name));
    heading->addWidget(row.menu);
    return heading;
}

void PropertyInspector::makeMenu(Row& row)
{
    const auto actions = [this, &row] { return actions_ ? actions_(row.field) : QList<FieldAction>(); };
    QLineEdit* line = lineOf(*row.editor);
    if (line && !actions().isEmpty())
        new FieldMenu(*line, *row.menu, actions);
    else
        row.menu->hide();
}

void PropertyInspector::showRow(Row& row)
{
    const project::Json value = valueIn(values_, row.field);
    const bool mixed = mixed_.contains(row.field.name);
    row.reset->setVisible(!value.is_null() || mixed);
    setLook(row.label, value.is_null() && !mixed ? Look::label : Look::small);
    if (auto* line = lineOf(*row.editor))
        line->setPlaceholderText(mixed ? tr("several values") : placeholderOf(row.field));
    const bool changed = value != row.settled;
    row.settled = value;
    row.showValue(changed);
}

void PropertyInspector::makeEditor(Row& row)
{
    // A text that names another element is chosen from a list.
    if (row.field.type == FieldType::text && candidates_ && !candidates_(row.field).isEmpty())
        return makeChoiceEditor(row);
    switch (row.field.type) {
    case FieldType::assignments:
    case FieldType::reductions:
    case FieldType::rows:
        return makeTable(row);
    case FieldType::number:
    case FieldType::integer:
    case FieldType::quantity:
    case FieldType::text:
    case FieldType::variable:
        return makeTextEditor(row);
    default:
        return makeChoiceEditor(row);
    }
}

/// Shows the result of an expression, or the value of a parameter, at the end of the line. Returns a function that
/// updates it.
std::function<void()> PropertyInspector::makeResult(QLineEdit* edit, const project::FieldDeclaration& field)
{
    auto* result = new ResultLabel(*edit);
    return [this, edit, result, field] {
        const QString text = edit->text().isEmpty() ? editorText(field.defaultValue) : edit->text().trimmed();
        const QString value = preview_ && hasResult(field.type) && !text.isEmpty() ? preview_(field, text) : QString();
        result->setResult(value == text ? QString() : value);
    };
}

/// Completes names in a field that takes an expression or the name of a figure.
void PropertyInspector::completeNames(QLineEdit* edit, const project::FieldDeclaration& field)
{
    if (!isExpression(field.type) && field.type != FieldType::flag && !field.namesFigures)
        return;
    new ExpressionCompleter(
        edit, [this, field] { return known_ ? known_(field) : Completions(); },
        field.type == FieldType::text ? ExpressionCompleter::Completes::text : ExpressionCompleter::Completes::word);
}

void PropertyInspector::makeTextEditor(Row& row)
{
    auto* edit = new QLineEdit;
    completeNames(edit, row.field);
    edit->setPlaceholderText(placeholderOf(row.field));
    const auto showResult = makeResult(edit, row.field);
    connect(edit, &QLineEdit::textChanged, this, showResult);
    connect(edit, &QLineEdit::textEdited, this, [this, name = row.field.name] {
        typedInto_ = name;
        typingPause_->start();
    });
    connect(edit, &QLineEdit::editingFinished, this, [this, edit, &row] {
        if (rebuilding_)
            return; // the visit to the field goes on in the new form
        typingPause_->stop();
        takeText(row, edit->text().trimmed());
        edit->setModified(false);
        ++typing_;
    });
    row.editor = edit;
    row.showValue = [&row, edit, showResult](bool changed) {
        if (changed && !isTyping(*edit, *edit)) {
            edit->setText(editorText(row.settled));
            edit->setCursorPosition(0);
        }
        showResult(); // the same text may have another result now
    };
}

/// Applies the typed text as an edit; further typing is merged into it.
void PropertyInspector::takeTyping()
{
    const auto row = rows_.find(typedInto_);
    const auto* edit = row == rows_.end() ? nullptr : qobject_cast<QLineEdit*>(row->second.editor);
    if (edit && edit->isModified())
        takeText(row->second, edit->text().trimmed());
}

void PropertyInspector::takeText(Row& row, const QString& typed)
{
    const FieldType type = row.field.type;
    if (typed == editorText(row.settled))
        return;
    if (typed.isEmpty())
        propose(row, project::Json());
    else if (isExpression(type))
        propose(row, jsonFromText(typed));
    else if (type == FieldType::flag && (typed == "true" || typed == "false"))
        propose(row, project::Json(typed == "true"));
    else
        propose(row, project::Json(typed.toStdString()));
}

void PropertyInspector::makeChoiceEditor(Row& row)
{
    auto* combo = new ElidedComboBox;
    combo->allowTyping(); // the user may also type the name of a parameter
    combo->setInsertPolicy(QComboBox::NoInsert);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(8);
    combo->setMaxVisibleItems(16);
    findAnyPart(*combo);
    if (row.field.type == FieldType::component)
        combo->setItemDelegate(new EntryDelegate(combo));
    fillChoices(*combo, row.field);
    offerTypedName(*combo);
    combo->lineEdit()->setPlaceholderText(placeholderOf(row.field));
    if (row.field.type == FieldType::flag) {
        combo->setCompleter(nullptr);
        completeNames(combo->lineEdit(), row.field);
    }
    const auto showResult = makeResult(combo->lineEdit(), row.field);
    connect(combo->lineEdit(), &QLineEdit::textChanged, this, showResult);
    const auto take = [this, combo, &row](bool mayBeNew) {
        if (rebuilding_)
            return;
        const int found = entryMeant(*combo, row.field, combo->currentText().trimmed(), mayBeNew);
        if (found >= 0) { // a part of a name was enough; the whole name says what was found
            const QSignalBlocker quiet(combo);
            combo->setCurrentIndex(found);
            combo->lineEdit()->setCursorPosition(0);
        }
        combo->lineEdit()->setModified(false);
        takeText(row, found >= 0 ? combo->itemData(found).toString() : combo->currentText().trimmed());
        before_ = row.settled; // a choice is no typing that Esc takes back
    };
    connect(combo, &QComboBox::activated, this, [take] { take(false); });
    connect(combo->lineEdit(), &QLineEdit::returnPressed, this, [take] { take(true); });
    connect(combo->lineEdit(), &QLineEdit::editingFinished, this, [take] { take(false); });
    row.editor = combo;
    row.showValue = [this, &row, combo, showResult](bool changed) {
        fillChoices(*combo, row.field);
        if (!changed || isTyping(*combo, *combo->lineEdit())) {
            showResult();
            return;
        }
        const QSignalBlocker quiet(combo);
        const QString present = editorText(row.settled);
        const int index = present.isEmpty() ? -1 : combo->findData(present);
        combo->setCurrentIndex(index);
        if (index < 0)
            combo->setEditText(present);
        combo->lineEdit()->setCursorPosition(0);
        showResult();
    };
}

/// The choices depend on other fields: the operations on the role.
void PropertyInspector::fillChoices(ElidedComboBox& combo, const project::FieldDeclaration& field) const
{
    QList<Candidate> choices;
    if (field.type == FieldType::flag)
        for (const char* word : {"true", "false"})
            choices.append(Candidate{word, word});
    for (const std::string& choice : field.choices)
        choices.append({QString::fromStdString(choice), QString::fromStdString(choice)});
    if (candidates_)
        for (const Candidate& candidate : candidates_(field))
            choices.append(
                {candidate.value, candidate.title.isEmpty() ? candidate.value : candidate.title, candidate.detail});
    bool same = combo.count() == choices.size();
    for (int i = 0; same && i < combo.count(); ++i)
        same = combo.itemData(i).toString() == choices[i].value && combo.itemText(i) == choices[i].title;
    if (same || combo.view()->isVisible() || isTyping(combo, *combo.lineEdit()))
        return;
    const QSignalBlocker quiet(&combo);
    const QString typed = combo.currentText();
    combo.clear();
    for (const Candidate& choice : choices)
        combo.addItem(choice.title, choice.value);
    for (int i = 0; i < combo.count(); ++i)
        combo.setItemData(i, choices[i].detail, entryDetailRole);
    const int present = combo.findText(typed);
    combo.setCurrentIndex(present);
    if (present < 0)
        combo.setEditText(typed);
}

void PropertyInspector::makeTable(Row& row)
{
    auto* table = new ValueTable(row.field);
    table->setKnown(
        [this](const project::FieldDeclaration& column) { return known_ ? known_(column) : Completions(); });
    connect(table, &ValueTable::edited, this, [this, &row](const project::Json& value) {
        if (!rebuilding_)
            propose(row, value);
    });
    row.editor = table;
    row.showValue = [this, &row, table](bool changed) {
        if (declared_)
            table->setDeclared(declared_(row.field));
        if (changed)
            table->show(row.settled);
    };
}

void PropertyInspector::propose(Row& row, const project::Json& value)
{
    row.settled = value; // Enter and the following loss of focus are one edit
    const QString name = QString::fromStdString(row.field.name);
    emit fieldEdited(name, value, typing_);
}

QWidget* PropertyInspector::editor(const QString& field) const
{
    const auto found = rows_.find(field.toStdString());
    return found == rows_.end() ? nullptr : found->second.editor;
}

} // namespace headroom::widgets
