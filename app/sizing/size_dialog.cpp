#include "app/sizing/size_dialog.h"

#include "app/sizing/fixed_parts.h"
#include "app/sizing/given_form.h"
#include "app/sizing/goal_form.h"
#include "app/sizing/load_form.h"
#include "app/sizing/money_form.h"
#include "app/studies/axis_row.h"
#include "app/welcome/shelves.h"
#include "project/editing/new_elements.h"
#include "project/loading.h"
#include "project/resolve/parameter_values.h"
#include "widgets/controls/elided_combo_box.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom::app {

using namespace widgets;
using project::Parameter;

namespace {

constexpr int dialogWidth = 960, dialogHeight = 660;
constexpr int mostYearly = 1000, mostYearsAhead = 30, mostNodesDown = 1000;
constexpr int capacityWidth = 130;

/// States of nodes that are down.
enum DownState
{
    lastingState,
    failingState,
    bothStates
};

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

/// The name that the project has inside; that of its file if it cannot be read.
QString titleOfProject(const QString& path)
{
    QFile file(path);
    const QString name = file.open(QIODevice::ReadOnly)
                             ? QJsonDocument::fromJson(file.readAll()).object().value("name").toString()
                             : QString();
    return name.isEmpty() ? QFileInfo(path).completeBaseName() : name;
}

std::string firstError(const project::Findings& findings)
{
    const auto error = std::ranges::find(findings, project::Severity::error, &project::Finding::severity);
    return error == findings.end() ? "its file cannot be read." : error->problem;
}

QSpinBox* percentBox(const char* name, const QString& title)
{
    auto* box = named(new QSpinBox, name, title);
    box->setRange(0, mostYearly);
    box->setSuffix(SizeDialog::tr(" % a year"));
    box->setSpecialValueText(SizeDialog::tr("no growth"));
    return box;
}

} // namespace

SizeDialog::SizeDialog(DocumentFiles::Library library, QWidget* parent)
    : Dialog(parent), library_(std::move(library)), systems_(new ElidedComboBox), downGroup_(new ElidedComboBox),
      story_(new QLabel), problem_(new QLabel), load_(new LoadForm), goals_(new GoalForm), given_(new GivenForm),
      money_(new MoneyForm), nodesDown_(makeNodesDown()), choice_(new QVBoxLayout), ours_(new QVBoxLayout),
      usable_(new QLineEdit), yearly_(percentBox("sizingYearly", tr("Growth of the load in a year"))),
      dataYearly_(percentBox("sizingDataYearly", tr("Growth of the data in a year"))), years_(new QSpinBox),
      others_(new QToolButton), buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel))
{
    setObjectName("sizeDialog");
    setWindowTitle(tr("Size a cluster"));
    resize(dialogWidth, dialogHeight);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(rhythm::margin, rhythm::margin, rhythm::margin, rhythm::margin);
    column->setSpacing(rhythm::step);
    const auto section = [&](const QString& title, auto* part) {
        column->addSpacing(rhythm::step);
        column->addWidget(sectionHeading(title));
        if constexpr (std::is_base_of_v<QLayout, std::remove_pointer_t<decltype(part)>>)
            column->addLayout(part);
        else
            column->addWidget(part);
    };
    column->addWidget(sectionHeading(tr("System")));
    column->addWidget(makeSystem());
    section(tr("Load and service level"), load_);
    column->addWidget(nodesDown_);
    section(tr("Capacity and growth"), makeDemands());
    section(tr("May be chosen"), choice_);
    auto* add = named(new QPushButton(icon("list-add"), tr("Add a part or a parameter")), "addSizingChoice");
    add->setMenu(new QMenu(add));
    connect(add->menu(), &QMenu::aboutToShow, this, [this, menu = add->menu()] { offerChoice(*menu); });
    column->addWidget(add, 0, Qt::AlignLeft);
    section(tr("Money"), money_);
    section(tr("Ours: price and power count"), ours_);
    section(tr("Further goals"), goals_);
    column->addSpacing(rhythm::step);
    named(others_, "sizingOthers", tr("Other parameters"));
    others_->setCheckable(true);
    others_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setLook(others_, Look::flat);
    column->addWidget(others_, 0, Qt::AlignLeft);
    column->addWidget(given_);
    column->addStretch();
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scrolled(content), 1);
    whole->addWidget(makeFoot());
    for (QSpinBox* const box : {downNodes_, yearly_, dataYearly_, years_})
        connect(box, &QSpinBox::valueChanged, this, &SizeDialog::take);
    connect(load_, &LoadForm::changed, this, &SizeDialog::take);
    connect(goals_, &GoalForm::changed, this, &SizeDialog::take);
    connect(given_, &GivenForm::changed, this, &SizeDialog::take);
    connect(money_, &MoneyForm::changed, this, &SizeDialog::take);
    connect(usable_, &QLineEdit::textChanged, this, &SizeDialog::take);
    for (QComboBox* const box : {downGroup_, downState_})
        connect(box, &QComboBox::currentIndexChanged, this, &SizeDialog::take);
    connect(others_, &QToolButton::toggled, this, [this](bool on) {
        given_->setVisible(on);
        others_->setIcon(icon(on ? "go-down" : "go-next"));
    });
    others_->setIcon(icon("go-next"));
    given_->hide();
    listSystems();
    connect(systems_, &QComboBox::currentIndexChanged, this, &SizeDialog::chooseSystem);
    chooseSystem();
}

QWidget* SizeDialog::makeSystem()
{
    named(systems_, "sizingSystem", tr("System"));
    story_->setWordWrap(true);
    setLook(story_, Look::dim);
    auto* area = new QWidget;
    auto* column = new QVBoxLayout(area);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(rhythm::half);
    column->addWidget(systems_);
    column->addWidget(story_);
    return area;
}

/// By title and purpose, those that were measured first.
void SizeDialog::listSystems()
{
    const QSignalBlocker quiet(systems_);
    QVector<Shelf> shelves = shelvesOf(DocumentFiles::samples());
    std::reverse(shelves.begin(), shelves.end());
    for (const Shelf& shelf : shelves)
        for (const ShelvedProject& project : shelf.projects) {
            const QString title = titleOfProject(project.path);
            systems_->addItem(project.question.isEmpty() ? title : tr("%1 — %2").arg(title, project.question),
                              project.path);
        }
}

QWidget* SizeDialog::makeNodesDown()
{
    downNodes_ = named(new QSpinBox, "sizingDownNodes", tr("Nodes that are down"));
    downNodes_->setRange(1, mostNodesDown);
    named(downGroup_, "sizingDownGroup", tr("Group of the nodes that are down"));
    auto* area = new QWidget;
    auto* row = new QHBoxLayout(area);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(new QLabel(tr("Nodes down:")));
    row->addWidget(downNodes_);
    row->addWidget(new QLabel(tr("of")));
    row->addWidget(downGroup_);
    downState_ = named(new ElidedComboBox, "sizingDownState", tr("State in which the service levels hold"));
    downState_->addItem(tr("for long: all have noticed it"), lastingState);
    downState_->addItem(tr("from a moment on that is measured, too"), failingState);
    downState_->addItem(tr("both, as goals of their own"), bothStates);
    downState_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    row->addSpacing(rhythm::step);
    row->addWidget(downState_);
    row->addStretch();
    return area;
}

QWidget* SizeDialog::makeDemands()
{
    named(usable_, "sizingUsable", tr("Usable capacity at least"));
    usable_->setPlaceholderText(tr("any, or 400 TB"));
    usable_->setFixedWidth(capacityWidth);
    named(years_, "sizingYears", tr("Years to look ahead"));
    years_->setRange(1, mostYearsAhead);
    years_->setValue(sizing_.years);
    years_->setPrefix(tr("for "));
    years_->setSuffix(tr(" years"));
    auto* area = new QWidget;
    auto* column = new QVBoxLayout(area);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(rhythm::half);
    auto* row = new QHBoxLayout;
    row->setSpacing(rhythm::step);
    row->addWidget(new QLabel(tr("Usable capacity at least")));
    row->addWidget(usable_);
    row->addSpacing(2 * rhythm::step);
    row->addWidget(new QLabel(tr("The load grows by")));
    row->addWidget(yearly_);
    row->addWidget(new QLabel(tr("the data by")));
    row->addWidget(dataYearly_);
    row->addWidget(years_);
    row->addStretch();
    column->addLayout(row);
    auto* meaning = named(new QLabel(tr("Usable is what users' data may fill. Left out are copies and parity, the "
                                        "overhead of the file system, the reserve above the fill limit of the volumes, "
                                        "and the room on other devices when the fullest one is full.")),
                          "usableMeaning");
    meaning->setWordWrap(true);
    setLook(meaning, Look::dim);
    column->addWidget(meaning);
    return area;
}

QWidget* SizeDialog::makeFoot()
{
    named(problem_, "sizingProblem");
    problem_->setWordWrap(true);
    setLook(problem_, Look::dim);
    auto* find = named(buttons_->button(QDialogButtonBox::Ok), "findSized");
    find->setText(tr("Find the cheapest"));
    setLook(find, Look::primary);
    auto* foot = new QWidget;
    auto* row = new QHBoxLayout(foot);
    row->setContentsMargins(rhythm::margin, rhythm::step, rhythm::margin, rhythm::margin);
    row->addWidget(problem_, 1);
    row->addWidget(buttons_);
    connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    return foot;
}

QString SizeDialog::folder() const
{
    return systems_->currentIndex() < 0 ? QString() : QFileInfo(systems_->currentData().toString()).path();
}

void SizeDialog::choose(const QString& path)
{
    systems_->setCurrentIndex(systems_->findData(path));
}

void SizeDialog::chooseSystem()
{
    system_ = {};
    unreadable_.clear();
    components_ = *library_;
    if (systems_->currentIndex() >= 0) {
        project::Loading loading =
            project::loadWhole(systems_->currentData().toString().toStdString(), {*library_, {}});
        if (loading.whole && loading.whole->finished)
            system_ = std::move(loading.whole->project);
        else
            unreadable_ = "This system cannot be opened: " + firstError(loading.findings);
        project::Findings told; // when the project is checked
        components_.add(system_.components, "/components", told);
    }
    story_->setText(text(system_.description));
    sizing_ = proposalFor(system_, components_);
    load_->show(sizing_.loads);
    goals_->show(system_, sizing_.goals);
    given_->clear();
    {
        const QSignalBlocker quiet(usable_);
        usable_->setText(text(sizing_.usable));
    }
    showGroups();
    showOurs();
    showChoice();
    followChoice();
}

/// The groups of which nodes may be down.
void SizeDialog::showGroups()
{
    const QSignalBlocker quiet(downGroup_);
    downGroup_->clear();
    for (const project::NodeGroup& group : system_.topology.groups)
        if (!sizing_.others.contains(group.id))
            downGroup_->addItem(text(group.name.empty() ? group.id : group.name), text(group.id));
    downGroup_->setCurrentIndex(std::max(0, downGroup_->findData(text(sizing_.down.group))));
}

void SizeDialog::showOurs()
{
    clear(ours_);
    groups_.clear();
    for (const project::NodeGroup& group : system_.topology.groups) {
        auto* box = named(new QCheckBox(text(group.name.empty() ? group.id : group.name)), "ours " + text(group.id));
        box->setChecked(!sizing_.others.contains(group.id));
        ours_->addWidget(box);
        groups_.emplace_back(group.id, box);
        connect(box, &QCheckBox::toggled, this, [this] {
            sizing_.others.clear();
            for (const auto& [id, each] : groups_)
                if (!each->isChecked())
                    sizing_.others.insert(id);
            sizing_.down.group = downGroup_->currentData().toString().toStdString();
            showGroups();
            followChoice();
        });
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
        row->leaveOutTicked();
        row->setComponents(&components_);
        row->show(system_, sizing_.choice[i], taken);
        connect(row, &AxisRow::changed, this, [this, i](const project::StudyAxis& axis) {
            sizing_.choice[i] = axis;
            if (axis.values.is_string()) // nothing is ticked here
                sizing_.choice[i].values = project::Json::array();
            showChoice();
            followChoice();
        });
        connect(row, &AxisRow::removeWanted, this, [this, i] {
            sizing_.choice.erase(sizing_.choice.begin() + static_cast<std::ptrdiff_t>(i));
            showChoice();
            followChoice();
        });
        choice_->addWidget(row);
    }
}

/// Shows again all that depends on the parts that may be chosen.
void SizeDialog::followChoice()
{
    std::set<std::string> leftOut = decidedByLoad();
    for (const project::StudyAxis& axis : sizing_.choice)
        leftOut.insert(axis.parameter);
    given_->show(system_, leftOut);
    others_->setVisible(given_->count() > 0);
    others_->setText(tr("Other parameters (%1)").arg(given_->count()));
    money_->askFor(unpricedParts(system_, sizing_.choice, sizing_.others, components_));
    take();
}

/// Parameters that the form of the load sets, or that decide nothing beside it.
std::set<std::string> SizeDialog::decidedByLoad() const
{
    std::vector<std::string> names;
    for (const Parameter& parameter : system_.parameters)
        names.push_back(parameter.name);
    Sizing plain;
    plain.loads = proposalFor(system_, components_).loads;
    const project::Project sized = projectFor(system_, plain, components_);
    std::set<std::string> decided;
    for (const std::string& name : names)
        if (!project::findParameter(sized, name))
            decided.insert(name);
    for (const project::Workload& workload : system_.workloads) {
        if (std::ranges::find(plain.loads, workload.id, &SizedLoad::workload) == plain.loads.end())
            continue;
        const auto note = [&](const project::Json& fields, const char* field) {
            if (const auto value = fields.find(field); value != fields.end() && value->is_string())
                if (project::findParameter(system_, value->get<std::string>()))
                    decided.insert(value->get<std::string>());
        };
        note(workload.fields, "workers");
        note(workload.fields, "rate");
        for (const project::OperationShare& share : workload.operations)
            note(share.fields, "payload");
    }
    return decided;
}

void SizeDialog::offerChoice(QMenu& menu)
{
    qDeleteAll(menu.findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly));
    menu.clear();
    for (const FixedPart& part : fixedParts(system_, sizing_.others, components_))
        menu.addAction(part.title, this, [this, part] {
            if (const std::string name = makeChoosable(system_, part, components_); !name.empty())
                addChoice(name);
        });
    const auto decided = decidedByLoad();
    const auto isOffered = [&](const Parameter& parameter) {
        return !decided.contains(parameter.name) &&
               std::ranges::find(sizing_.choice, parameter.name, &project::StudyAxis::parameter) ==
                   sizing_.choice.end();
    };
    const auto offer = [&](QMenu& into, bool parts, bool more) {
        for (const Parameter& parameter : system_.parameters)
            if (isOffered(parameter) && (parameter.type == project::ParameterType::component) == parts &&
                parameter.more.value_or(false) == more)
                into.addAction(text(parameter.name), this, [this, name = parameter.name] { addChoice(name); })
                    ->setToolTip(text(parameter.description));
    };
    offer(menu, true, false);
    menu.addSeparator();
    offer(menu, false, false);
    menu.addSeparator();
    QMenu* further = menu.addMenu(tr("More parameters"));
    offer(*further, true, true);
    offer(*further, false, true);
    further->setToolTipsVisible(true);
    further->menuAction()->setVisible(!further->isEmpty());
    menu.setToolTipsVisible(true);
}

void SizeDialog::addChoice(const std::string& parameter)
{
    if (const Parameter* chosen = project::findParameter(system_, parameter)) {
        project::StudyAxis axis = project::usualAxis(*chosen);
        if (axis.values.is_string())
            axis.values = project::Json(project::tickedOf(*chosen));
        sizing_.choice.push_back(axis);
    }
    showChoice();
    followChoice();
}

/// Takes the content of the editors, and checks whether it can be searched.
void SizeDialog::take()
{
    sizing_.loads = load_->loads();
    const int state = downState_->currentData().toInt();
    sizing_.down = {downGroup_->currentData().toString().toStdString(), downNodes_->value(), state != failingState,
                    state != lastingState};
    sizing_.usable = usable_->text().trimmed().toStdString();
    sizing_.yearly = yearly_->value();
    sizing_.dataYearly = dataYearly_->value();
    sizing_.years = years_->value();
    sizing_.budget = money_->budget();
    sizing_.prices = money_->prices();
    sizing_.goals = goals_->goals();
    sizing_.values = given_->values();
    nodesDown_->setVisible(!sizing_.loads.empty());
    nodesDown_->setEnabled(load_->asksForNodesDown()); // hidden until then, it would move all below
    years_->setEnabled(sizing_.yearly > 0 || sizing_.dataYearly > 0);
    std::string fault = unreadable_.empty() ? given_->showFaults(components_) : unreadable_;
    if (!fault.empty() && unreadable_.empty())
        others_->setChecked(true); // where it stands
    else if (fault.empty())
        fault = faultOf(system_, sizing_);
    problem_->setText(text(fault));
    buttons_->button(QDialogButtonBox::Ok)->setEnabled(fault.empty());
}

} // namespace headroom::app
