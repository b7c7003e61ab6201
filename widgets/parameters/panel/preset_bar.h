// The line above the generic parameters that chooses one of the project's presets.
#pragma once

#include "project/document/document.h"
#include "project/library/components.h"

#include <QString>
#include <QWidget>

class QComboBox;
class QMenu;
class QToolButton;

namespace headroom::widgets {

/// Hidden without presets. Shows the preset that was chosen last, "changed" once a value differs from it; without one
/// any preset whose values the parameters have.
class PresetBar : public QWidget
{
    Q_OBJECT
public:
    explicit PresetBar(QWidget* parent = nullptr);

    /// Shows the presets of the document as they are now.
    void show(const project::Project& project, const project::ComponentLibrary& library);
    using QWidget::show;
    /// The preset that was chosen last; empty: none.
    QString chosen() const { return chosen_; }
    void setChosen(const QString& id) { chosen_ = id; }
    QComboBox& list() { return *list_; }

signals:
    void chosenByUser(const QString& id);
    void makeWanted();
    void takeWanted(const QString& id);
    void renameWanted(const QString& id);
    void editWanted(const QString& id);
    void deleteWanted(const QString& id);

private:
    void fill(const project::Project& project, const project::ComponentLibrary& library);
    void fillMenu();

    QComboBox* list_;
    QToolButton* more_;
    QMenu* menu_;
    QString chosen_;
    bool changed_ = false; ///< a value differs from the preset that was chosen
};

} // namespace headroom::widgets
