// The order of the example projects: shelves with a title, and the question that each project answers.
#pragma once

#include <QMap>
#include <QString>
#include <QVector>

namespace headroom::app {

struct ShelvedProject
{
    QString path, question; ///< the question may be empty
};

struct Shelf
{
    QString title;
    QVector<ShelvedProject> projects;
};

/// `samples`: paths of projects by their names. The shelves are those of the file gallery.json in a folder around them;
/// projects that it does not name stand on the last shelf. Without such a file there is one shelf without a title.
QVector<Shelf> shelvesOf(QMap<QString, QString> samples);

} // namespace headroom::app
