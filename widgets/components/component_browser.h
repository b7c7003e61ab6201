// Looks through the components of the libraries: a sortable table, picked ones side by side, price against performance.
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

/// Knows no project: it is told what is used how often, and says what someone wants.
class ComponentBrowser : public QWidget
{
    Q_OBJECT
public:
    explicit ComponentBrowser(QWidget* parent = nullptr);

    /// The library must live on until the next call. `own`: ids of what the user has entered, which can be edited.
    void setLibrary(const project::ComponentLibrary* library, std::set<std::string> own);
    /// How often the document names each component.
    void setUses(std::map<std::string, int> uses);
    void showKind(const QString& kind);
    /// Picks a component, together with those picked already.
    void pick(const QString& id);
    QStringList picked() const;

signals:
    void saveRequested(const headroom::project::Component& component);
    void removeRequested(const QString& id);
    /// `to` is to stand wherever the document names `from`.
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
