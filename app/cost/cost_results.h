// The costs of one system or of several: an answer in a sentence, bars, and tables.
#pragma once

#include "app/base/saved_file.h"
#include "app/cost/cost_system.h"

#include <QWidget>

#include <memory>
#include <vector>

class QLabel;
class QListWidget;
class QTableWidget;
class QTabWidget;

namespace headroom::app {

class CostResults : public QWidget
{
    Q_OBJECT
public:
    using Library = std::shared_ptr<const project::ComponentLibrary>;

    explicit CostResults(QWidget* parent = nullptr);

    /// Shows the systems; the first is the project as it is. `library`: of the parts and their prices.
    void show(const std::vector<CostSystem>& systems, const Library& library);
    void say(const QString& sentence, bool wrong);
    /// Folder that is proposed for files.
    void setFolder(const QString& folder) { folder_ = folder; }
    /// Asks for a file: all tables as a workbook, or the one that is shown as CSV.
    SavedFile exportWithDialog();

private:
    QWidget* makeSystems();
    QWidget* makeBill();
    QWidget* makeDevices();
    void showSystem();
    void showComparison();
    void showDevices(const CostSystem& system);
    widgets::DataTable shownTable() const;
    const CostSystem* selected() const;

    std::vector<CostSystem> systems_;
    Library library_;
    QString folder_;
    QLabel *sentence_, *figures_;
    QTabWidget* tabs_;
    QTableWidget *comparison_, *bill_, *stages_, *devices_;
    widgets::StackedBarsView *systemBars_, *yearBars_;
    QListWidget* remarks_;
    bool filling_ = false; ///< the selection is not the user's
};

} // namespace headroom::app
