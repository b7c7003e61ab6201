// "Size a cluster": one form for the whole question. Which system, which load, what it has to meet, what it may cost,
// and what may be chosen.
#pragma once

#include "app/document/document_files.h"
#include "app/sizing/sizing.h"
#include "widgets/controls/dialog.h"

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QMenu;
class QSpinBox;
class QToolButton;
class QVBoxLayout;

namespace headroom::app {

class GivenForm;
class GoalForm;
class LoadForm;
class MoneyForm;

class SizeDialog : public widgets::Dialog
{
    Q_OBJECT
public:
    explicit SizeDialog(DocumentFiles::Library library, QWidget* parent = nullptr);

    /// The wishes of the user.
    const Sizing& sizing() const { return sizing_; }
    /// The system with it.
    project::Project project() const { return projectFor(system_, sizing_, components_); }
    /// Folder of the files that it names.
    QString folder() const;
    /// Shows the system of this file.
    void choose(const QString& path);

private:
    QWidget* makeSystem();
    QWidget* makeNodesDown();
    QWidget* makeDemands();
    QWidget* makeFoot();
    void listSystems();
    void chooseSystem();
    void showOurs();
    void showGroups();
    void showChoice();
    void followChoice();
    void offerChoice(QMenu& menu);
    void addChoice(const std::string& parameter);
    std::set<std::string> decidedByLoad() const;
    void take();

    DocumentFiles::Library library_;
    project::Project system_;
    std::string unreadable_;               ///< why the system cannot be opened; empty if it can
    project::ComponentLibrary components_; ///< those of the libraries, and of the system itself
    Sizing sizing_;
    QComboBox *systems_, *downGroup_, *downState_;
    QLabel *story_, *problem_;
    LoadForm* load_;
    GoalForm* goals_;
    GivenForm* given_;
    MoneyForm* money_;
    QWidget* nodesDown_;
    QVBoxLayout *choice_, *ours_;
    std::vector<std::pair<std::string, QCheckBox*>> groups_; ///< that are ours if ticked
    QLineEdit* usable_;
    QSpinBox *downNodes_, *yearly_, *dataYearly_, *years_;
    QToolButton* others_; ///< shows the other parameters
    QDialogButtonBox* buttons_;
};

} // namespace headroom::app
