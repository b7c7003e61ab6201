#include "widgets/parameters/panel/preset_bar.h"

#include "project/resolve/presets.h"
#include "widgets/document/edits/preset_edits.h"
#include "widgets/parameters/panel/alternatives_combo.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace headroom::widgets {

namespace {

QString descriptionOf(const project::Preset& preset)
{
    const auto found = preset.fields.find("description");
    return found != preset.fields.end() && found->is_string() ? text(found->get<std::string>()) : QString();
}

/// The description, and each value that would change.
QString previewOf(const project::Project& project, const project::Preset& preset,
                  const project::ComponentLibrary& library)
{
    QStringList lines;
    if (const QString description = descriptionOf(preset); !description.isEmpty())
        lines += description;
    const QStringList changes = changesOf(project, preset, library);
    lines += changes.isEmpty() ? PresetBar::tr("All its values are set.") : PresetBar::tr("It sets:");
    return (lines + changes).join('\n');
}

} // namespace

PresetBar::PresetBar(QWidget* parent)
    : QWidget(parent), list_(named(new AlternativesCombo, "presets", tr("Preset"))),
      more_(named(new QToolButton, "presetMenu")), menu_(named(new QMenu(this), "presetActions"))
{
    auto* words = new QLabel(tr("Preset"));
    words->setBuddy(list_);
    setLook(words, Look::dim);
    more_->setIcon(icon("overflow-menu"));
    more_->setAccessibleName(tr("Edit presets"));
    more_->setToolTip(tr("Make, rename or delete presets"));
    setLook(more_, Look::flat);
    connect(more_, &QToolButton::clicked, this,
            [this] { menu_->popup(more_->mapToGlobal(QPoint(0, more_->height()))); });
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, rhythm::step);
    row->setSpacing(rhythm::step);
    row->addWidget(words);
    row->addWidget(list_, 1);
    row->addWidget(more_);
    list_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(list_, &QComboBox::activated, this, [this](int index) {
        const QString id = list_->itemData(index).toString();
        if (!id.isEmpty())
            emit chosenByUser(id);
    });
    connect(menu_, &QMenu::aboutToShow, this, &PresetBar::fillMenu);
    hide();
}

void PresetBar::show(const project::Project& project, const project::ComponentLibrary& library)
{
    const auto& presets = project.presets;
    const auto isSet = [&](const project::Preset& preset) { return project::isSet(project, preset); };
    auto shown = std::ranges::find_if(presets, [&](const auto& preset) { return text(preset.id) == chosen_; });
    if (shown == presets.end() || !isSet(*shown))
        if (const auto other = std::ranges::find_if(presets, isSet); other != presets.end())
            shown = other;
    chosen_ = shown == presets.end() ? QString() : text(shown->id);
    changed_ = shown != presets.end() && !isSet(*shown);
    fill(project, library);
    setVisible(!presets.empty());
}

/// The first entry says how the values are if they are not those of a preset; it cannot be chosen.
void PresetBar::fill(const project::Project& project, const project::ComponentLibrary& library)
{
    const QSignalBlocker quiet(list_);
    list_->clear();
    if (changed_ || chosen_.isEmpty())
        list_->addItem(QString());
    for (const project::Preset& preset : project.presets) {
        list_->addItem(titleOf(preset), text(preset.id));
        const int row = list_->count() - 1;
        list_->setItemData(row, descriptionOf(preset), entryDetailRole);
        list_->setItemData(row, previewOf(project, preset, library), Qt::ToolTipRole);
    }
    const int chosen = list_->findData(chosen_);
    if (changed_)
        list_->setItemText(0, tr("%1, changed").arg(list_->itemText(chosen)));
    else if (chosen_.isEmpty())
        list_->setItemText(0, tr("None"));
    list_->setCurrentIndex(changed_ || chosen_.isEmpty() ? 0 : chosen);
    list_->setToolTip(chosen < 0 ? tr("Values of several parameters that belong together, set at once")
                                 : list_->itemData(chosen, Qt::ToolTipRole).toString());
}

void PresetBar::fillMenu()
{
    menu_->clear();
    menu_->addAction(icon("list-add"), tr("Make a preset of these values …"), this, &PresetBar::makeWanted);
    const int index = list_->findData(chosen_);
    if (chosen_.isEmpty() || index < 0)
        return;
    const QString title = list_->itemText(index), id = chosen_;
    menu_->addSeparator();
    menu_->addAction(tr("Take these values into “%1”").arg(title), this, [this, id] { emit takeWanted(id); })
        ->setEnabled(changed_);
    menu_->addAction(icon("edit-rename"), tr("Rename “%1” …").arg(title), this, [this, id] { emit renameWanted(id); });
    menu_->addAction(tr("Edit “%1”").arg(title), this, [this, id] { emit editWanted(id); });
    menu_->addAction(icon("edit-delete"), tr("Delete “%1”").arg(title), this, [this, id] { emit deleteWanted(id); });
}

} // namespace headroom::widgets
