// The rows of a table that contain all words of a filter, in the order of a column.
#pragma once

#include "app/studies/study_table_model.h"
#include "app/studies/turns.h"

#include <QAbstractProxyModel>

#include <vector>

namespace headroom::app {

/// A word may stand in any column; a word NAME=VALUE has to be that of a parameter. A large table is searched a piece
/// in each turn of the event loop, and ordered anew some times a second while its rows change.
class PointOrder : public QAbstractProxyModel
{
    Q_OBJECT
public:
    PointOrder(StudyTableModel& points, QObject* parent);

    void setWords(const QStringList& words);

    QModelIndex mapToSource(const QModelIndex& index) const override;
    QModelIndex mapFromSource(const QModelIndex& index) const override;
    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    /// An ascending order has what is not known last.
    void sort(int column, Qt::SortOrder order) override;

private:
    struct Word
    {
        QString text;
        int column = -1; ///< −1: any
    };
    bool accepts(int row) const;
    bool searchSome();
    void begin();
    void take(int first, int last);
    std::vector<int> ordered() const;
    void reorder();
    void show(std::vector<int> rows);

    StudyTableModel& points_;
    QStringList texts_;
    QList<Word> words_; ///< the same for the present columns
    int column_ = 0;
    Qt::SortOrder direction_ = Qt::AscendingOrder;
    std::vector<bool> accepted_; ///< by row of the source
    std::vector<int> shown_;     ///< rows of the source
    std::vector<int> places_;    ///< in shown_, by row of the source; −1: hidden
    int searched_ = 0;           ///< rows that were searched for the present words
    Turns search_;
    QTimer reorder_;
};

} // namespace headroom::app
