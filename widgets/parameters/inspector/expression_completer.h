// Lists what an expression may name while it is typed, each name with a short meaning.
#pragma once

#include <QLineEdit>
#include <QList>
#include <QModelIndex>
#include <QString>

#include <functional>

class QCompleter;
class QStandardItemModel;

namespace headroom::widgets {

struct Completion
{
    QString name;    ///< as it is listed: "mod(a, b)"
    QString written; ///< text for the expression: "mod("
    QString meaning;
};

struct Completions
{
    QList<Completion> names;
    QList<Completion> roles; ///< inside nodes( )
};

/// Enter, Tab or a click takes the entry, Escape closes the list. A list of one entry that is typed already is not
/// shown.
class ExpressionCompleter : public QObject
{
    Q_OBJECT
public:
    using Source = std::function<Completions()>;
    enum class Completes
    {
        word, ///< the name at the cursor
        text  ///< the whole text is one name, which may contain blanks
    };

    /// The line edit owns it.
    ExpressionCompleter(QLineEdit* edit, Source source, Completes completes = Completes::word);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// The part of the text that is replaced.
    struct Word
    {
        int begin = 0;
        int end = 0;
        QString typed; ///< up to the cursor, without a quote
        bool isRole = false;
    };

    Word wordAtCursor() const;
    void offer();
    void take(const QModelIndex& entry);

    QLineEdit* edit_;
    Source source_;
    Completes completes_;
    QCompleter* completer_;
    QStandardItemModel* entries_;
    Word word_;
    bool taking_ = false; ///< the edit is no typing
};

} // namespace headroom::widgets
