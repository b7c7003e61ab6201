// "Size a cluster": asks for a system, its load, what it has to meet and what may be chosen.
#pragma once

#include "app/document/document_files.h"
#include "app/sizing/sizing.h"
#include "widgets/theme/dialog.h"

class QComboBox;
class QDialogButtonBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;
class QVBoxLayout;

namespace headroom::app {

class SizeDialog : public widgets::Dialog
{
    Q_OBJECT
public:
    explicit SizeDialog(DocumentFiles::Library library, QWidget* parent = nullptr);

    /// The wishes of the user.
    const Sizing& sizing() const { return sizing_; }
    /// The system with it.
    project::Project project() const { return projectFor(system_, sizing_); }
    /// Folder of the files that it names.
    QString folder() const;

private:
    /// A goal's editors.
    struct GoalRow
    {
        QWidget* row;
        QComboBox *figure, *side;
        QLineEdit* limit;
    };

    /// The editor of a generic parameter that is given, and what is wrong with its value.
    struct GivenRow
    {
        std::string parameter;
        QWidget* editor;
        QLabel* fault;
    };

    QWidget* makeSystem();
    QWidget* makeFoot();
    void chooseSystem();
    void showGiven();
    void showChoice();
    void addGoal(const SizingGoal& goal);
    void addChoice();
    void take();
    std::string showFaults();

    DocumentFiles::Library library_;
    QStringList paths_; ///< of the systems
    project::Project system_;
    project::ComponentLibrary components_; ///< those of the libraries, and of the system itself
    Sizing sizing_;
    QComboBox* systems_;
    QLabel *story_, *problem_;
    QFormLayout* given_;
    std::vector<GivenRow> givenRows_;
    QVBoxLayout *choice_, *goals_;
    std::vector<GoalRow> goalRows_;
    QLineEdit* budget_;
    QSpinBox *yearly_, *years_;
    QDialogButtonBox* buttons_;
};

} // namespace headroom::app
