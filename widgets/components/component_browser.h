// Browser for the components of the libraries: a sortable table, selected components side by side, and a chart of price
// against performance.
#pragma once

#include "project/library/components.h"

#include <QWidget>

#include <map>
#include <set>
#include <string>

class QComboBox;
class QLineEdit;
class QModelIndex;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;
class QToolButton;

namespace headroom::widgets {

class ComparisonColumns;
class ComponentTable;
class PriceChart;

/// It does not depend on a project: its owner sets the number of uses, and signals report what the user wants.
class ComponentBrowser : public QWidget
{
    Q_OBJECT
public:
    explicit ComponentBrowser(QWidget* parent = nullptr);

    /// The library must exist until the next call. `own`: ids of the user's own components, which can be edited.
    void setLibrary(const project::ComponentLibrary* library, std::set<std::string> own);
    /// Sets the number of times the document uses each component.
    void setUses(std::map<std::string, int> uses);
    void showKind(const QString& kind);
    /// Adds a component to the selected ones.
    void pick(const QString& id);
    QStringList picked() const;

signals:
    void saveRequested(const headroom::project::Component& component);
    void removeRequested(const QString& id);
    /// The user wants to replace `from` with `to` in the whole document.
    void swapRequested(const QString& from, const QString& to);

private:
    QWidget* makeToolRow();
    QWidget* makeTable();
    QWidget* makeLower();
    void fill();
    void fillFigures();
    void showPicked();
    void showChart();
    void openForm(const project::Component& component, bool isNew);
    void fillSwapMenu();
    const project::Component* current() const;

    const project::ComponentLibrary* library_ = nullptr;
    std::set<std::string> own_;
    std::map<std::string, int> uses_;
    QComboBox* kind_;
    QLineEdit* search_;
    QTableView* view_;
    ComponentTable* table_;
    QSortFilterProxyModel* sorted_;
    ComparisonColumns* columns_;
    PriceChart* chart_;
    QComboBox* figure_;
    QToolButton* swap_;
    QPushButton *edit_, *copy_, *remove_;
};

} // namespace headroom::widgets
