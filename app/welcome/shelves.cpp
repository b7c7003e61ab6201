#include "app/welcome/shelves.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <nlohmann/json.hpp>

namespace headroom::app {

namespace {

using Json = nlohmann::ordered_json;

/// The content of gallery.json in the nearest folder around a project; discarded if there is none.
Json galleryAround(const QString& project)
{
    for (QDir folder = QFileInfo(project).dir(); !folder.isRoot(); folder = QFileInfo(folder.path()).dir())
        if (QFile file(folder.filePath("gallery.json")); file.open(QIODevice::ReadOnly))
            return Json::parse(file.readAll().toStdString(), nullptr, false);
    return Json(Json::value_t::discarded);
}

QString word(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? QString::fromStdString(found->get<std::string>()) : QString();
}

} // namespace

QVector<Shelf> shelvesOf(QMap<QString, QString> samples)
{
    QVector<Shelf> shelves;
    const Json gallery = samples.isEmpty() ? Json() : galleryAround(samples.first());
    if (gallery.is_object() && gallery.contains("shelves") && gallery["shelves"].is_array())
        for (const Json& shelf : gallery["shelves"]) {
            if (!shelf.is_object() || !shelf.contains("projects") || !shelf["projects"].is_object())
                continue;
            shelves.append({word(shelf, "title"), {}});
            for (const auto& [name, question] : shelf["projects"].items())
                if (const QString path = samples.take(QString::fromStdString(name)); !path.isEmpty())
                    shelves.back().projects.append({path, word(shelf["projects"], name.c_str())});
        }
    if (shelves.isEmpty())
        shelves.append(Shelf());
    for (const QString& path : samples)
        shelves.back().projects.append({path, {}});
    shelves.removeIf([](const Shelf& shelf) { return shelf.projects.isEmpty(); });
    return shelves;
}

} // namespace headroom::app
