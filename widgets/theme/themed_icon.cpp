#include "widgets/theme/themed_icon.h"

#include <QApplication>
#include <QFile>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QSettings>
#include <QStyle>
#include <QStyleOption>

#include <cstdlib>
#include <limits>
#include <utility>

namespace headroom::widgets {

namespace {

struct PictureFolder
{
    QString path;
    int size = 0; ///< in pixels of a coarse screen
};

/// The folders of one theme with pictures for coarse screens, and the themes that it inherits from.
struct ThemeFolders
{
    QList<PictureFolder> folders;
    QStringList inherited;
};

ThemeFolders foldersOf(const QString& theme)
{
    ThemeFolders found;
    for (const QString& place : QIcon::themeSearchPaths()) {
        const QString root = place + '/' + theme + '/';
        if (!QFile::exists(root + "index.theme"))
            continue;
        const QSettings index(root + "index.theme", QSettings::IniFormat);
        found.inherited += index.value("Icon Theme/Inherits").toStringList();
        for (const QString& key : index.allKeys()) {
            const QString folder = key.endsWith("/Size") ? key.chopped(5) : QString();
            if (!folder.isEmpty() && index.value(folder + "/Scale", 1).toInt() == 1)
                found.folders.append({root + folder + '/', index.value(key).toInt()});
        }
    }
    return found;
}

/// The vector picture of a theme, or of one that it inherits from, whose size is nearest; empty if there is none.
QString pictureIn(const QString& theme, const QString& name, int size, QStringList& seen)
{
    static QHash<QString, ThemeFolders> themes; // read once: the files of a theme do not change
    if (theme.isEmpty() || seen.contains(theme))
        return {};
    seen.append(theme);
    if (!themes.contains(theme))
        themes.insert(theme, foldersOf(theme));
    const ThemeFolders known = themes[theme];
    QString nearest;
    int distance = std::numeric_limits<int>::max();
    for (const PictureFolder& folder : known.folders) {
        const QString file = folder.path + name + ".svg";
        if (std::abs(folder.size - size) < distance && QFile::exists(file)) {
            distance = std::abs(folder.size - size);
            nearest = file;
        }
    }
    for (const QString& other : known.inherited)
        if (nearest.isEmpty())
            nearest = pictureIn(other, name, size, seen);
    return nearest;
}

QString pictureFile(const QString& name, int size)
{
    static QHash<QString, QString> files;
    const QString key = QString("%1/%2/%3").arg(QIcon::themeName(), name).arg(size);
    if (const auto known = files.constFind(key); known != files.constEnd())
        return *known;
    QStringList seen;
    QString file = pictureIn(QIcon::themeName(), name, size, seen);
    if (file.isEmpty())
        file = pictureIn(QIcon::fallbackThemeName(), name, size, seen);
    files.insert(key, file);
    return file;
}

class ThemedIcon : public QIconEngine
{
public:
    explicit ThemedIcon(QString name) : name_(std::move(name)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal scale = painter->device()->devicePixelRatioF();
        painter->drawPixmap(rect, scaledPixmap((QSizeF(rect.size()) * scale).toSize(), mode, state, scale));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        return QIcon::fromTheme(name_).pixmap(size, 1, mode, state);
    }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal scale) override
    {
        const int small = qRound(std::min(size.width(), size.height()) / scale);
        const QString file = scale > 1 ? pictureFile(name_, small) : QString();
        if (file.isEmpty())
            return pixmap(size, mode, state);
        return QIcon(file).pixmap(size, 1, mode, state);
    }
    QString iconName() override { return name_; }
    bool isNull() override { return QIcon::fromTheme(name_).isNull(); }
    QIconEngine* clone() const override { return new ThemedIcon(name_); }

private:
    QString name_;
};

} // namespace

QIcon themedIcon(const QString& name)
{
    return QIcon(new ThemedIcon(name));
}

} // namespace headroom::widgets
